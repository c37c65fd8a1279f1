/** Maximum lifetime of a remembered session. */
export const rememberedDays = 30;
