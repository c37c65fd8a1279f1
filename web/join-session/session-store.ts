import { useStore } from 'zustand';
import { createJSONStorage, persist } from 'zustand/middleware';
import { createStore } from 'zustand/vanilla';
import { tabStorage } from '#web/site/tab-storage.ts';
import { freshSession, type JoinSession } from './join-session.ts';
import type { Transition } from './transitions.ts';

/**
 * Raise it when the shape of JoinSession changes, and convert the older one in `migrate`: what identifies a possible
 * payment (signupId, registrationKey, invite) must be kept, so that it is not made twice.
 */
const version = 1;

const store = createStore<JoinSession>()(
  persist(() => freshSession(), {
    name: 'join-session',
    version,
    storage: createJSONStorage(tabStorage),
  }),
);

/** A page from the back/forward cache continues with the stored session, which may be newer than its memory. */
export function reloadSession(): void {
  void store.persist.rehydrate();
}

export function joinSession(): JoinSession {
  return store.getState();
}

/** The one way to change the session: `changeSession(detailsSaved({ … }))`. */
export function changeSession(transition: Transition): void {
  store.setState(transition(store.getState()), true);
}

/** A part of the session, rendered again when it changes. */
export function useJoinSession<Part>(select: (session: JoinSession) => Part): Part {
  return useStore(store, select);
}
