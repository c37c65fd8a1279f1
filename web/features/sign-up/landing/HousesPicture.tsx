import style from './landing.module.css';

/** Two houses on one level line. */
export function HousesPicture({ label }: { label: string }) {
  return (
    <svg className={style.picture} viewBox="0 0 520 420" role="img" aria-label={label}>
      <rect className={style.ground} y="262" width="520" height="158" rx="24" />
      <circle className={style.sun} cx="392" cy="104" r="46" />
      <path className={style.house} d="M60 262V170l74-62 74 62v92z" />
      <rect className={style.door} x="114" y="206" width="40" height="56" rx="6" />
      <path className={style.house} d="M300 262v-72l62-52 62 52v72z" />
      <rect className={style.sun} x="346" y="218" width="32" height="44" rx="6" />
      <path className={style.level} d="M24 262h472" />
      <path className={style.way} d="M208 316c36 26 70 26 106 0" />
    </svg>
  );
}
