import { brand } from '#contract/brand.ts';
import type { Day } from '#contract/fields/day.ts';
import { m } from '#messages/messages.js';
import { longDate, type PaidWith, paymentMethodText } from '../formats.ts';
import type { Block, Fact, MailContext, MailTemplate } from '../mail-document.ts';
import { card, firstName, site } from '../sample-values.ts';
import { action, currencyBlocks, greeting } from './phrases.ts';

/**
 * `nextTryOn` is an ISO date, or null if this payment method is not retried; without a payment it ends on `endsOn`.
 * `heldBy`: whose plan the reader pays for; null if it is their own. `needsAddress`: nothing was charged because they
 * have no address. `isPostponed`: it was not tried, because all charges were suspended. `updateUrl`: where they add
 * what is missing.
 */
export type RenewalDeclinedProps = {
  firstName: string;
  planName: string;
  heldBy: string | null;
  amount: string;
  /** False if the first payment of a term never settled. */
  isRenewal: boolean;
  needsAddress: boolean;
  paymentMethod: PaidWith;
  isPostponed: boolean;
  /** Tried too, and declined too; null if there was none to try. */
  backupMethod: PaidWith | null;
  nextTryOn: Day | null;
  endsOn: Day;
  updateUrl: string;
};

type Kind = 'refused' | 'unpaid' | 'none' | 'address';

/** Nothing was declined if nothing is stored, or no address is known. */
function kindOf({ isRenewal, needsAddress, paymentMethod }: RenewalDeclinedProps): Kind {
  if (needsAddress) return 'address';
  if (paymentMethod.type === 'NONE') return 'none';
  return isRenewal ? 'refused' : 'unpaid';
}

function explanation(props: RenewalDeclinedProps, context: MailContext): Block[] {
  const { nextTryOn, heldBy: name } = props;
  const { t } = context;
  const kind = kindOf(props);
  if (kind === 'none' && props.backupMethod !== null) {
    const method = paymentMethodText(props.backupMethod, context);
    return [{ kind: 'paragraph', text: m.mail_renewal_declined_backup_only({ method }, t) }];
  }
  if (kind === 'address' || kind === 'none')
    return [{ kind: 'paragraph', text: name === null ? own[kind].text({}, t) : others[kind].text({ name }, t) }];
  if (props.isPostponed && nextTryOn !== null) {
    const date = longDate(nextTryOn, context);
    const text =
      name === null ? m.mail_renewal_postponed({ date }, t) : m.mail_renewal_postponed_other({ date, name }, t);
    return [{ kind: 'paragraph', text }];
  }
  const next =
    nextTryOn === null
      ? (name === null ? m.mail_renewal_declined_final : m.mail_renewal_declined_other_final)({}, t)
      : m.mail_renewal_declined_retry({ date: longDate(nextTryOn, context) }, t);
  return [
    {
      kind: 'paragraph',
      text: name === null ? m.mail_renewal_declined_intro({}, t) : m.mail_renewal_declined_other_intro({ name }, t),
    },
    ...backupBlocks(props, context),
    { kind: 'paragraph', text: next },
  ];
}

function backupBlocks({ backupMethod }: RenewalDeclinedProps, context: MailContext): Block[] {
  if (backupMethod === null) return [];
  const method = paymentMethodText(backupMethod, context);
  return [{ kind: 'paragraph', text: m.mail_renewal_declined_backup({ method }, context.t) }];
}

const own = {
  refused: { subject: m.mail_renewal_declined_subject, heading: m.account_waiting_title },
  unpaid: { subject: m.mail_payment_declined_subject, heading: m.mail_payment_declined_heading },
  none: {
    subject: m.mail_renewal_declined_none_heading,
    heading: m.mail_renewal_declined_none_heading,
    text: m.mail_renewal_declined_none,
  },
  address: {
    subject: m.mail_renewal_declined_address_heading,
    heading: m.mail_renewal_declined_address_heading,
    text: m.mail_renewal_declined_address,
  },
};
const others = {
  refused: { subject: m.mail_renewal_declined_other_subject, heading: m.mail_renewal_declined_other_heading },
  unpaid: { subject: m.mail_payment_declined_subject, heading: m.mail_payment_declined_other_heading },
  none: {
    subject: m.mail_renewal_declined_other_none_subject,
    heading: m.mail_renewal_declined_other_none_heading,
    text: m.mail_renewal_declined_other_none,
  },
  address: {
    subject: m.mail_renewal_declined_other_address_subject,
    heading: m.mail_renewal_declined_other_address_heading,
    text: m.mail_renewal_declined_other_address,
  },
};
const actions: Record<Kind, typeof m.account_add_address> = {
  refused: m.account_waiting_action,
  unpaid: m.account_waiting_action,
  none: m.account_add_payment_method,
  address: m.account_add_address,
};

function titles(props: RenewalDeclinedProps, t: MailContext['t']) {
  const { heldBy: name } = props;
  const kind = kindOf(props);
  const actionLabel = actions[kind]({}, t);
  if (name === null)
    return { subject: own[kind].subject({ brand: brand.name }, t), heading: own[kind].heading({}, t), actionLabel };
  return {
    subject: others[kind].subject({ brand: brand.name }, t),
    heading: others[kind].heading({ name }, t),
    actionLabel,
  };
}

export const renewalDeclined: MailTemplate<RenewalDeclinedProps> = {
  name: 'renewal-declined',
  kind: 'transactional',
  sample: {
    firstName,
    planName: 'Premium, one year',
    heldBy: null,
    amount: 'US$198.00',
    isRenewal: true,
    needsAddress: false,
    paymentMethod: card,
    isPostponed: false,
    backupMethod: null,
    nextTryOn: '2026-11-24',
    endsOn: '2026-11-28',
    updateUrl: `${site}/account/billing`,
  },
  write: (props, context) => {
    const { t } = context;
    const { heldBy: name } = props;
    const { subject, heading, actionLabel } = titles(props, t);
    const date = props.nextTryOn === null ? null : longDate(props.nextTryOn, context);
    const tried =
      props.paymentMethod.type === 'NONE' ? (props.backupMethod ?? props.paymentMethod) : props.paymentMethod;
    const nextTry: Fact[] = date === null ? [] : [{ label: m.mail_fact_next_try({}, t), value: date }];
    return {
      subject,
      preview:
        name === null ? m.mail_renewal_declined_preview({}, t) : m.mail_renewal_declined_other_preview({ name }, t),
      heading,
      reason: m.mail_reason_payment({ brand: brand.name }, t),
      blocks: [
        greeting(props, context),
        ...explanation(props, context),
        {
          kind: 'paragraph',
          text: m.mail_renewal_declined_ends({ date: longDate(props.endsOn, context) }, t),
        },
        action({ label: actionLabel, url: props.updateUrl }, context),
        {
          kind: 'facts',
          caption: props.isRenewal ? m.mail_renewal_terms_heading({}, t) : m.mail_disputed_payment({}, t),
          rows: [
            { label: m.mail_fact_plan({}, t), value: props.planName },
            { label: m.mail_fact_amount({}, t), value: props.amount },
            { label: m.receipt_payment_method({}, t), value: paymentMethodText(tried, context) },
            ...nextTry,
          ],
        },
        ...currencyBlocks(context),
      ],
    };
  },
};
