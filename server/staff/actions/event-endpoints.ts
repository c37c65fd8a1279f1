import * as z from 'zod/mini';
import { type EventType, eventTypes } from '#contract/events/events.ts';
import type { DbOrTrx, Trx } from '../../db/pool.ts';
import {
  addEndpointIn,
  type EventEndpoint,
  listEndpoints,
  pauseEndpoint,
  removeEndpoint,
  resumeEndpoint,
  rotateSecretIn,
} from '../../events/event-endpoints.ts';
import { refuse, refuseFields } from '../../refusal.ts';
import { subjectAction } from '../action.ts';
import { nothingSent } from './sentences.ts';

/** The subject of the action that adds an endpoint. */
export const allEndpoints = 'event-endpoints';

/** An offer for an existing endpoint, depending on its state. */
export async function offerForEndpoint(
  db: DbOrTrx,
  subject: string,
  sentencesOf: (endpoint: EventEndpoint) => string[] | null,
) {
  const endpoint = (await listEndpoints(db)).find(({ id }) => id === subject);
  const sentences = endpoint && sentencesOf(endpoint);
  return sentences ? [{ subject, sentences }] : [];
}

const showSecret = (secret: string) => [{ label: 'Secret, shown this once', value: secret }];

function typesIn(text: string): EventType[] | null {
  const named = text.trim() === 'all' ? [] : text.split(',').map((type) => type.trim());
  const knownTypes = eventTypes.filter((type) => named.includes(type));
  return knownTypes.length === named.length ? knownTypes : null;
}

export const addEventEndpoint = subjectAction({
  inputs: z.strictObject({ url: z.string().check(z.trim()), types: z.string() }),
  offer: async (_db, { subject }) => {
    if (subject !== allEndpoints) return [];
    const sentences = [
      'The address receives all events from now on: ids, states and amounts, no names.',
      'Its secret is shown once, after this. Give it to whoever runs the receiver, and to no one else.',
    ];
    const types = { name: 'types', kind: 'text', label: 'Types of events', most: 400, initial: 'all' } as const;
    const hint = `“all”, or by commas: ${eventTypes.join(', ')}`;
    const url = { name: 'url', kind: 'text', label: 'Address, https://…', most: 400 } as const;
    return [{ subject, sentences, inputs: [url, { ...types, hint }] }];
  },
  effect: async (trx, { inputs, at, dependencies: { sealer, eventAddressProblem } }) => {
    const types = typesIn(inputs.types);
    if (types === null) return refuseFields({ field: 'inputs.types', code: 'not_understood' });
    if (eventAddressProblem(inputs.url) !== null) return refuseFields({ field: 'inputs.url', code: 'not_understood' });
    const { id, secret } = await addEndpointIn(trx, { url: inputs.url, types, personalData: false, at, sealer });
    return [{ label: 'Id', value: id }, ...showSecret(secret)];
  },
});

export const rotateEventSecret = subjectAction({
  offer: (db, { subject }) =>
    offerForEndpoint(db, subject, () => [
      'A new secret is shown once, after this. For a day both sign, then the earlier one ends.',
      nothingSent,
    ]),
  effect: async (trx, { subject, at, dependencies: { sealer } }) =>
    showSecret(await rotateSecretIn(trx, { id: subject, at, sealer })),
});

export const pauseEvents = subjectAction({
  offer: (db, { subject }) =>
    offerForEndpoint(db, subject, ({ pausedAt }) =>
      pausedAt === null
        ? ['Nothing more is sent to it. Events wait, for 60 days at most, and an alarm says so.']
        : null,
    ),
  effect: async (trx, { subject, at }) =>
    (await pauseEndpoint(trx, { id: subject, at })) ? undefined : refuse('CONFLICT'),
});

export const resumeEvents = subjectAction({
  offer: (db, { subject }) =>
    offerForEndpoint(db, subject, ({ pausedAt }) =>
      pausedAt === null
        ? null
        : ['What has waited is sent, each subject in its order, each event for three days again.'],
    ),
  effect: async (trx, { subject }) => ((await resumeEndpoint(trx, subject)) ? undefined : refuse('CONFLICT')),
});

export const removeEventEndpoint = subjectAction({
  offer: (db, { subject }) =>
    offerForEndpoint(db, subject, ({ url }) => [
      `${url} is told nothing more, and what waits for it is discarded. This cannot be undone.`,
      nothingSent,
    ]),
  effect: (trx, { subject }) => removeEndpoint(trx, subject),
});

function setPersonalData({ to, sentences }: { to: boolean; sentences: readonly string[] }) {
  return subjectAction({
    offer: (db, { subject }) =>
      offerForEndpoint(db, subject, ({ personalData, url }) =>
        personalData === to ? null : sentences.map((sentence) => sentence.replace('{url}', url)),
      ),
    effect: async (trx: Trx, { subject }) => {
      const changed = await trx
        .updateTable('eventEndpoints')
        .set({ personalData: to })
        .where('id', '=', subject)
        .where('personalData', '=', !to)
        .executeTakeFirst();
      return changed.numUpdatedRows > 0n ? undefined : refuse('CONFLICT');
    },
  });
}

export const clearForPersonalData = setPersonalData({
  to: true,
  sentences: [
    'From now on {url} gets name, email and language of whoever an event is about.',
    'Do it only where the receiver may have them, and forgets them when an account is closed.',
  ],
});
export const withholdPersonalData = setPersonalData({
  to: false,
  sentences: ['From now on {url} gets only ids, states and amounts. It keeps what it was sent before.'],
});
