import { useState } from 'react';
import type { Reach } from '#contract/account/reach.ts';
import { m } from '#messages/messages.js';
import { callFresh } from '#web/auth-session/fresh-sign-in.ts';
import { useSignedInQuery } from '#web/auth-session/use-signed-in-query.ts';
import ReachFields from '#web/fields/reach/ReachFields.tsx';
import { LoadError } from '#web/problems/LoadError.tsx';
import { showError } from '#web/problems/show-error.ts';
import { Button } from '#web/ui/Button.tsx';
import { Card } from '#web/ui/Card.tsx';
import { LiveText } from '#web/ui/LiveText.tsx';
import layout from '#web/ui/layout.module.css';
import { CardSkeletons } from '../AccountPage.tsx';

/** The contact preferences: channels, hours, and neutral texts. */
export function ReachSettings() {
  const answer = useSignedInQuery('GET /v2/account/reach', {});
  if (answer.state === 'failed') return <LoadError problem={answer.problem} onRetry={answer.retry} />;
  if (answer.state === 'loading') return <CardSkeletons count={1} />;
  return <ReachForm saved={answer.data} onSaved={answer.replace} />;
}

function ReachForm({ saved, onSaved }: { saved: Reach; onSaved: (reach: Reach) => void }) {
  const [reach, setReach] = useState(saved);
  const [state, setState] = useState<'typing' | 'saving' | 'saved'>('typing');
  const change = (changed: Reach) => {
    setReach(changed);
    setState('typing');
  };
  const save = async () => {
    setState('saving');
    const result = await callFresh('PUT /v2/account/reach', { body: reach });
    setState(result.ok ? 'saved' : 'typing');
    if (!result.ok) return showError(result.problem);
    onSaved(result.data);
  };
  return (
    <Card>
      <div className={layout.part}>
        <ReachFields reach={reach} onChange={change} />
        <div>
          <Button waiting={state === 'saving'} onClick={() => void save()}>
            {m.reach_save()}
          </Button>
        </div>
        <LiveText>{state === 'saved' && <p className={layout.soft}>{m.reach_saved()}</p>}</LiveText>
      </div>
    </Card>
  );
}
