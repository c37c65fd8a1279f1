/** The element of the frame in which a screen shows its note beside the quick exit (`chrome/Band.tsx`). */
export const bandNoteId = 'band-note';
