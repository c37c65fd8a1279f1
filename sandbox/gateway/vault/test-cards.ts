import type { AuthenticationCase, Behaviour } from '../records.ts';
import { authenticationTestCards } from '../three-d-secure/test-cards.ts';

export type TestCard = {
  number: string;
  cardType: string;
  behaviour: Behaviour;
  authentication?: AuthenticationCase;
  does: string;
};

const valid = 'Accepted.';
const declinedWhenVerified = 'Declined when it is verified for keeping. A sale follows the amount.';

/** The only numbers that the sandbox accepts: a real card typed by mistake is rejected before anything is stored. */
export const testCards: readonly TestCard[] = [
  { number: '4111111111111111', cardType: 'Visa', behaviour: 'normal', does: valid },
  { number: '4005519200000004', cardType: 'Visa', behaviour: 'normal', does: valid },
  { number: '4009348888881881', cardType: 'Visa', behaviour: 'normal', does: valid },
  { number: '4012888888881881', cardType: 'Visa', behaviour: 'normal', does: valid },
  { number: '5555555555554444', cardType: 'MasterCard', behaviour: 'normal', does: valid },
  { number: '2223000048400011', cardType: 'MasterCard', behaviour: 'normal', does: valid },
  { number: '378282246310005', cardType: 'American Express', behaviour: 'normal', does: valid },
  { number: '371449635398431', cardType: 'American Express', behaviour: 'normal', does: valid },
  { number: '6011111111111117', cardType: 'Discover', behaviour: 'normal', does: valid },
  { number: '6011000991300009', cardType: 'Discover', behaviour: 'normal', does: valid },
  {
    number: '4000000000000002',
    cardType: 'Visa',
    behaviour: 'do_not_honor',
    does: 'Every sale is declined: do not honor (2000).',
  },
  {
    number: '4000000000009995',
    cardType: 'Visa',
    behaviour: 'insufficient_funds',
    does: 'Every sale is declined: insufficient funds (2001).',
  },
  {
    number: '4000000000003220',
    cardType: 'Visa',
    behaviour: 'authentication_required',
    does: 'Declined (2099) until it is authenticated with a challenge. Renewals are accepted.',
  },
  {
    number: '4000000000000341',
    cardType: 'Visa',
    behaviour: 'renewals_declined',
    does: 'The first sale is accepted, later ones are declined (2000): shows a failed renewal.',
  },
  {
    number: '4000000000000119',
    cardType: 'Visa',
    behaviour: 'answer_lost',
    does: 'Charged, but the answer never arrives.',
  },
  {
    number: '4000000000000127',
    cardType: 'Visa',
    behaviour: 'never_arrives',
    does: 'The first request of an order times out and nothing is charged; sent again, it is accepted.',
  },
  {
    number: '4000000000005126',
    cardType: 'Visa',
    behaviour: 'refunds_declined',
    does: 'Accepted; every refund of a settled sale is declined (2046).',
  },
  {
    number: '4000000000007726',
    cardType: 'Visa',
    behaviour: 'first_refund_declined',
    does: 'Accepted; the first refund of a settled sale is declined (2046), a later one accepted.',
  },
  {
    number: '4023898493988028',
    cardType: 'Visa',
    behaviour: 'disputed',
    does: 'Accepted, settled at once and disputed.',
  },
  { number: '4000111111111511', cardType: 'Visa', behaviour: 'fraud', does: 'Rejected: fraud.' },
  { number: '4111130000000003', cardType: 'Visa', behaviour: 'risk_threshold', does: 'Rejected: risk threshold.' },
  { number: '4000111111111115', cardType: 'Visa', behaviour: 'verification_declined', does: declinedWhenVerified },
  {
    number: '5105105105105100',
    cardType: 'MasterCard',
    behaviour: 'verification_declined',
    does: declinedWhenVerified,
  },
  {
    number: '378734493671000',
    cardType: 'American Express',
    behaviour: 'verification_declined',
    does: declinedWhenVerified,
  },
  { number: '6011000990139424', cardType: 'Discover', behaviour: 'verification_declined', does: declinedWhenVerified },
  ...authenticationTestCards,
];

const byNumber = new Map(testCards.map((card) => [card.number, card]));

export function findTestCard(number: string): TestCard | undefined {
  return byNumber.get(number);
}
