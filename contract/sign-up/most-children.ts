/** Maximum number of children of a family that signs up by itself. */
export const maxChildren = 20;

/** Maximum number of children of a family that a professional enters. */
export const maxCaseChildren = 20;
