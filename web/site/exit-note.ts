/** The element of the frame in which a screen shows its note beside the quick exit (`chrome/ExitBar.tsx`). */
export const exitNoteId = 'exit-note';
