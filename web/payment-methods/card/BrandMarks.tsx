import type { ReactNode } from 'react';
import { m } from '#messages/messages.js';
import { listed } from '#web/i18n/listed.ts';
import { classNames } from '#web/ui/class-names.ts';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import type { CardBrand } from '../payment-method.ts';
import style from './BrandMarks.module.css';

const names: Record<CardBrand, string> = {
  visa: 'Visa',
  'master-card': 'Mastercard',
  discover: 'Discover',
  'american-express': 'American Express',
};

const drawings: Record<CardBrand, ReactNode> = {
  visa: (
    <path
      d="M8 8.5l2.6 7h.6l3-7M17.2 8.5l-1.6 7M24 9.6c-1.5-1.3-4.3-1.1-4.3.7 0 2 3.4 1.2 3.2 3.3-.2 2-3.3 2.2-4.6.8M25 15.5l3.8-7h.7l1.3 7M26.4 13.2h4"
      strokeWidth="1.7"
    />
  ),
  'master-card': (
    <>
      <circle cx="15.6" cy="12" r="6.5" fill="#eb001b" stroke="none" />
      <circle cx="22.4" cy="12" r="6.5" fill="#f79e1b" fillOpacity="0.85" stroke="none" />
    </>
  ),
  discover: (
    <>
      <path d="M13 23.250c10-.8 19-3.600 24.250-8.250v4.250a4 4 0 0 1-4 4z" fill="#f58220" stroke="none" />
      <text
        x="19"
        y="12"
        textAnchor="middle"
        textLength="30"
        fontSize="7"
        fontWeight="700"
        fill="currentColor"
        stroke="none"
      >
        DISCOVER
      </text>
    </>
  ),
  'american-express': (
    <>
      <rect x="3.5" y="5" width="31" height="14" rx="2" fill="currentColor" stroke="none" />
      <path
        className={style.cutOut}
        d="M6 15.500l2.4-6.500h.5l2.4 6.500M6.9 13.600h3.500M13.5 15.500v-6.400l2.8 4 2.8-4v6.400M26 9.200h-4.200v6.200H26M21.8 12.300h3.600M28 9l4.2 6.500M32.2 9L28 15.5"
        strokeWidth="1.5"
      />
    </>
  ),
};

/** The accepted brands. Once the number determines its brand, the others are dimmed. */
export function BrandMarks({ brands, possible }: { brands: readonly CardBrand[]; possible: readonly string[] | null }) {
  const list = listed(brands.map((brand) => names[brand]));
  return (
    <span className={style.marks}>
      <VisuallyHidden>{m.payment_methods_brands({ brands: list })}</VisuallyHidden>
      {brands.map((brand) => (
        <svg
          key={brand}
          className={classNames(style.mark, possible && !possible.includes(brand) && style.faint)}
          viewBox="0 0 38 24"
          aria-hidden="true"
        >
          <rect x="0.75" y="0.75" width="36.5" height="22.5" rx="4" className={style.plate} />
          <g fill="none" stroke="currentColor" strokeLinecap="round" strokeLinejoin="round">
            {drawings[brand]}
          </g>
        </svg>
      ))}
    </span>
  );
}
