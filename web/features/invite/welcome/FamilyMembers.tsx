import type { FamilyMember } from '#contract/api/invites/invites.ts';
import { m } from '#messages/messages.js';
import style from './FamilyMembers.module.css';

/**
 * Colours come from a fixed list on the server, as an SVG attribute, because the content security policy forbids inline
 * styles.
 */
function Initials({ color, displayInitials }: Pick<FamilyMember, 'color' | 'displayInitials'>) {
  return (
    <svg className={style.initials} viewBox="0 0 44 44" width="44" height="44" aria-hidden="true">
      <circle cx="22" cy="22" r="22" fill={color} />
      <text x="22" y="23" textAnchor="middle" dominantBaseline="middle">
        {displayInitials}
      </text>
    </svg>
  );
}

/** The family of the invite: coloured initials with names beside them. */
export function FamilyMembers({ members, ownId }: { members: readonly FamilyMember[]; ownId: string }) {
  return (
    <ul className={style.members}>
      {members.map(({ userId, firstName, lastName, color, displayInitials }) => (
        <li key={userId} className={style.member}>
          <Initials color={color} displayInitials={displayInitials} />
          <span className={style.name}>
            {`${firstName} ${lastName}`.trim()}
            {userId === ownId && <span className={style.you}> {m.invite_you()}</span>}
          </span>
        </li>
      ))}
    </ul>
  );
}
