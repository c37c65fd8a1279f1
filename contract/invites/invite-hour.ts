/** When the invite of a chosen day leaves, where the inviter lives: nobody gets one at midnight. */
export const inviteHour = 9;
