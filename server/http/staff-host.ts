const ofStaff = /^\/(?:staff|api\/v2\/staff)(?:[/?]|$)/i;

/** Whether an address belongs to the console. */
export const isForStaff = (url: string): boolean => ofStaff.test(url);
