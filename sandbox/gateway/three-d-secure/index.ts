import type { FastifyPluginAsync } from 'fastify';
import { serveBrowserFiles } from '../browser-scripts.ts';
import { refuseFrame, sendFrame } from '../frames.ts';
import { type ChallengeLanguage, challengeTexts } from './challenge-texts.ts';

type FrameRequest = { Body: URLSearchParams };

/** `origin` and `request` must be validated by the caller: they are inserted unescaped. */
function framePage({
  origin,
  request,
  language,
}: {
  origin: string;
  request: string;
  language: ChallengeLanguage;
}): string {
  const texts = challengeTexts[language];
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${texts.title}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/look.css">
<link rel="stylesheet" href="/three-d-secure/style.css">
<script type="module" src="/three-d-secure/scripts/challenge-frame.ts"></script>
</head>
<body data-page-origin="${origin}" data-request="${request}">
<header role="none">${texts.sandbox}</header>
<div class="page">
<p id="status" role="status">${texts.waiting}</p>
<form hidden>
<div>
<h1 tabindex="-1">${texts.title}</h1>
<p>${texts.intro}</p>
<p>${texts.amount}: <b id="amount"></b><br>${texts.card} <b id="card"></b></p>
</div>
<div class="actions">
<button value="confirm">${texts.confirm}</button>
<button value="refuse" class="quiet">${texts.refuse}</button>
<button value="close" class="quiet">${texts.close}</button>
<button value="time-out" class="quiet">${texts.timeOut}</button>
</div>
</form>
</div>
</body>
</html>`;
}

/**
 * 3-D Secure in a frame of the gateway's own origin. It asks the bank, shows a challenge if there is one, and reports
 * the result to the page. The page posts `origin`, `request` and `language` into the frame by a form, as the gateway's
 * partner does for a bank (EMV 3-D Secure: "3DS Method" and "Creq" by HTTP POST); no page of a bank opens by a link.
 * `appOrigins` are the origins that may frame it; `request` is the page's own id, carried by every message.
 */
export const threeDSecure: FastifyPluginAsync<{ appOrigins: readonly string[] }> = async (app, { appOrigins }) => {
  await serveBrowserFiles({
    app,
    prefix: '/three-d-secure',
    folder: new URL('browser/', import.meta.url),
    styleSheet: new URL('../wallets/wallet.css', import.meta.url),
  });

  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, new URLSearchParams(String(body))),
  );
  app.post<FrameRequest>('/three-d-secure', ({ body }, reply) => {
    const id = body.get('request') ?? '';
    const language = body.get('language');
    const origin = appOrigins.find((allowed) => allowed === body.get('origin'));
    if (!origin) return refuseFrame(reply);
    if (!/^[A-Za-z0-9-]{1,64}$/.test(id)) return reply.code(400).send({ code: 'request_missing' });
    return sendFrame(reply, {
      origin,
      page: framePage({ origin, request: id, language: language === 'es' ? 'es' : 'en' }),
    });
  });
};
