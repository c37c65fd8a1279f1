import type { FastifyInstance } from 'fastify';
import * as routes from '#contract/api/profile.ts';
import type { ProblemCode } from '#contract/error-codes.ts';
import { changeOwnAddress, previewAddress } from '../../account/change-address.ts';
import { confirmEmail, requestEmailChange, withdrawEmail } from '../../account/change-email.ts';
import { confirmPhone, type MessageLimits, requestPhoneChange, withdrawPhone } from '../../account/change-phone.ts';
import {
  changeOwnName,
  changeOwnSecurity,
  changeOwnTimeZone,
  changeOwnUsername,
  readOwnProfile,
} from '../../account/profile.ts';
import { askEmailProof, proveOwnEmail } from '../../account/prove-own-email.ts';
import type { Language } from '../../db/schema.ts';
import type { Texts } from '../../gateways/sms/port.ts';
import type { Session } from '../../identity/session-repository.ts';
import type { RenewDependencies } from '../../plans/renew-subscription.ts';
import type { Refusal } from '../../refusal.ts';
import type { TokenMaker } from '../../secret.ts';
import { bind } from '../bind.ts';

type Dependencies = RenewDependencies & MessageLimits & Texts & { makeToken: TokenMaker };
type ProfileCall = { session: Session; language: Language };

/** The signed-in user's own data. Every change returns the new state. */
export function profileRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  const view = ({ session, language }: ProfileCall) =>
    readOwnProfile(dependencies, { userId: session.user.id, language });
  const answer = async <Code extends ProblemCode = never>(call: ProfileCall, refused: Refusal<Code> | null) =>
    refused ?? view(call);
  bind(app, routes.readProfile, view);
  bind(app, routes.changeName, async (call) =>
    answer(call, await changeOwnName(dependencies, { session: call.session, ...call.body })),
  );
  bind(app, routes.changeTimeZone, async (call) =>
    answer(call, await changeOwnTimeZone(dependencies, { session: call.session, ...call.body })),
  );
  bind(app, routes.changeUsername, async (call) =>
    answer(call, await changeOwnUsername(dependencies, { session: call.session, ...call.body })),
  );
  bind(app, routes.changeSecurity, async (call) =>
    answer(call, await changeOwnSecurity(dependencies, { session: call.session, ...call.body })),
  );
  bind(app, routes.previewAddress, ({ session, body }) => previewAddress(dependencies, { session, ...body }));
  bind(app, routes.changeAddress, async (call) =>
    answer(call, await changeOwnAddress(dependencies, { session: call.session, ...call.body })),
  );
  bind(app, routes.askEmailChange, async (call) =>
    answer(call, await requestEmailChange(dependencies, { session: call.session, ...call.body })),
  );
  bind(app, routes.askEmailProof, ({ session }) => askEmailProof(dependencies, session));
  bind(app, routes.proveOwnEmail, ({ session, body }) => proveOwnEmail(dependencies, { session, ...body }));
  bind(app, routes.withdrawEmailChange, async (call) => answer(call, await withdrawEmail(dependencies, call)));
  bind(app, routes.confirmEmailChange, ({ session, body: { token: secret, code } }) =>
    confirmEmail(dependencies, { session, secret, code }),
  );
  bind(app, routes.askPhoneChange, async (call) =>
    answer(call, await requestPhoneChange(dependencies, { session: call.session, phone: call.body })),
  );
  bind(app, routes.withdrawPhoneChange, async (call) => answer(call, await withdrawPhone(dependencies, call)));
  bind(app, routes.confirmPhoneChange, async (call) =>
    answer(call, await confirmPhone(dependencies, { session: call.session, ...call.body })),
  );
}
