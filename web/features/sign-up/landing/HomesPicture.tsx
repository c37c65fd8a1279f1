import { m } from '#messages/messages.js';
import style from './about.module.css';

/**
 * Two different homes of equal height on a horizontal line. The sun behind them is the brand's mark, and a child's
 * backpack stands between them. The section below shows the reflection.
 */
export function HomesPicture() {
  return (
    <svg className={style.homesPicture} viewBox="0 0 640 380" role="img" aria-label={m.landing_picture()}>
      <g fill="var(--sun-soft)">
        <path d="M-70 378a390 390 0 0 1 780 0z" opacity=".28" />
        <path d="M18 378a302 302 0 0 1 604 0z" opacity=".5" />
        <path d="M112 378a208 208 0 0 1 416 0z" />
      </g>
      <path d="M202 378a118 118 0 0 1 236 0z" fill="var(--ribbon)" />
      <path d="M14 378v-62a26 26 0 0 1 52 0v62zm560 0v-84a28 28 0 0 1 56 0v84z" fill="var(--leaf)" />
      <path
        d="M40 378v-56m0 20 12-12M602 378v-76m0 30-13-13m13-2 12-12"
        stroke="var(--primary)"
        strokeWidth="4"
        fill="none"
        strokeLinecap="round"
      />
      <Gabled />
      <Flat />
      <Backpack />
      <path d="M238 402h164M268 420h104M294 438h52" stroke="var(--ribbon)" strokeWidth="6" strokeLinecap="round" />
    </svg>
  );
}

function Gabled() {
  return (
    <>
      <path d="M202 190v-58h30v84z" fill="var(--roof)" />
      <path d="M84 378V232l84-70 84 70v146z" fill="var(--wall)" />
      <path
        d="M66 247 168 160l102 87"
        fill="none"
        stroke="var(--roof)"
        strokeWidth="18"
        strokeLinejoin="round"
        strokeLinecap="round"
      />
      <path d="M146 378v-70a22 22 0 0 1 44 0v70z" fill="var(--primary)" />
      <circle cx="180" cy="342" r="3.5" fill="var(--ribbon)" />
      <path d="M104 296h28v34h-28zm100 0h28v34h-28zM153 232a15 15 0 1 1 30 0a15 15 0 1 1-30 0z" fill="var(--lamp)" />
      <path d="M118 296v34m-14-17h28m86-17v34m-14-17h28M168 217v30m-15-15h30" stroke="var(--roof)" strokeWidth="3" />
    </>
  );
}

function Flat() {
  return (
    <>
      <path d="M402 378V186h150v192z" fill="var(--wall)" />
      <path
        d="M388 188h178l-34-42H422z"
        fill="var(--roof)"
        stroke="var(--roof)"
        strokeWidth="8"
        strokeLinejoin="round"
      />
      <path d="M424 378v-74h44v74z" fill="var(--ribbon)" />
      <circle cx="459" cy="344" r="3.5" fill="var(--on-ribbon)" />
      <path d="M424 218h36v44h-36zm70 0h36v44h-36zm-4 86h44v40h-44z" fill="var(--lamp)" />
      <path d="M442 218v44m-18-22h36m52-22v44m-18-22h36m-18 64v40M416 304h60" stroke="var(--roof)" strokeWidth="3" />
      <path d="M486 348h52v9h-52z" fill="var(--leaf)" />
    </>
  );
}

function Backpack() {
  return (
    <g transform="translate(298 316)">
      <path d="M14 12V8a10 10 0 0 1 20 0v4" fill="none" stroke="var(--on-ribbon)" strokeWidth="4" />
      <rect x="2" y="10" width="44" height="52" rx="14" fill="var(--roof)" />
      <rect x="9" y="36" width="30" height="20" rx="5" fill="var(--soft)" />
      <path d="M9 43h30" stroke="var(--roof)" strokeWidth="2.5" />
      <path d="M16 22h16" stroke="var(--ribbon)" strokeWidth="4" strokeLinecap="round" />
    </g>
  );
}
