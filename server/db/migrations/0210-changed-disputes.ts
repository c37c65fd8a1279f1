/** Each night what changed since is compared with the gateway's books. */
export const indexes = { disputes_updated: 'disputes (updated_at)' };

export const up = () => Promise.resolve();
