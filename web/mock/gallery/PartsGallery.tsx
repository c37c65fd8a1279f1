import { useState } from 'react';
import { SupportContact } from '#web/problems/SupportContact.tsx';
import { Accordion, Collapse } from '#web/ui/Accordion.tsx';
import { Actions, Button, ButtonLink } from '#web/ui/Button.tsx';
import { Card, Notice } from '#web/ui/Card.tsx';
import { StageTabs } from '#web/ui/choices/StageTabs.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Money } from '#web/ui/Money.tsx';
import { FormSkeleton, Spinner } from '#web/ui/Skeleton.tsx';
import { showToast } from '#web/ui/toast-list.ts';
import { Tooltip } from '#web/ui/tooltip/Tooltip.tsx';
import { words } from './examples.ts';
import style from './gallery.module.css';

const stages = [
  { key: 'billing', label: 'Billing', open: true },
  { key: 'payment', label: 'Payment', open: true },
  { key: 'review', label: 'Review', open: false },
] as const;

export function PartsGallery() {
  const [stage, setStage] = useState<(typeof stages)[number]['key']>('billing');
  const [method, setMethod] = useState<'card' | 'code' | null>('card');
  const [dialog, setDialog] = useState<'none' | 'plain' | 'decide'>('none');
  const close = () => setDialog('none');
  return (
    <section className={style.block}>
      <Actions>
        <Button waiting>Pay now</Button>
        <ButtonLink variant="quiet" to="/join/signup">
          A link
        </ButtonLink>
        <Button variant="link" onClick={() => showToast({ text: 'Saved.' })}>
          Toast
        </Button>
        <Button variant="link" onClick={() => showToast({ text: 'The list could not be loaded.', tone: 'error' })}>
          Failure
        </Button>
        <Button variant="quiet" onClick={() => setDialog('plain')}>
          Dialog
        </Button>
        <Button variant="quiet" onClick={() => setDialog('decide')}>
          Decision
        </Button>
      </Actions>
      <StageTabs label="Payment" stages={stages} current={stage} onChoose={setStage} />
      <Accordion
        open={method}
        onOpen={setMethod}
        sections={[
          { key: 'card', title: 'Credit or Debit Card', content: <p>{words.lead}</p> },
          { key: 'code', title: 'I have a Subscription Code', content: <p>{words.lead}</p> },
        ]}
      />
      <div className={style.cards}>
        {['Essentials', 'Premium', 'Build your own'].map((title) => (
          <Card key={title} as="article" ribbon={title === 'Premium' ? 'Popular' : undefined}>
            <h2>
              {title} <Tooltip about={title} text={words.tooltip} />
            </h2>
            <p className={style.price}>
              <Money cents={1500} />
            </p>
            <Collapse showLabel="Expand Details" hideLabel="Collapse Details">
              <Money cents={1500} minus />
            </Collapse>
          </Card>
        ))}
      </div>
      <Notice tone="success">You're all set!</Notice>
      <Notice tone="error">The card was declined. Nothing was charged.</Notice>
      <SupportContact country="GB" />
      <FormSkeleton />
      <Spinner />
      <Dialog
        open={dialog !== 'none'}
        onClose={close}
        mustDecide={dialog === 'decide'}
        title="Are you still there?"
        actions={
          <>
            <Button onClick={close}>Stay</Button>
            <Button variant="quiet" onClick={close}>
              Leave
            </Button>
          </>
        }
      >
        <p>{words.dialog}</p>
      </Dialog>
    </section>
  );
}
