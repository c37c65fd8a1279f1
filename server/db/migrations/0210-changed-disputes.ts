/** The nightly comparison with the gateway reads what changed. */
export const indexes = { disputes_updated: 'disputes (updated_at)' };

export const up = () => Promise.resolve();
