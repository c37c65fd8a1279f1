/** The hour at which the invite of a chosen day is sent, where the inviter lives: nobody gets one at midnight. */
export const inviteHour = 9;
