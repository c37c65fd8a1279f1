import { Suspense, useRef } from 'react';
import { laterAddresses } from '#contract/later-addresses.ts';
import { m } from '#messages/messages.js';
import { MailNotice } from '#web/auth-session/MailNotice.tsx';
import { LoadError } from '#web/problems/LoadError.tsx';
import { Actions, Button, ButtonLink } from '#web/ui/Button.tsx';
import { Card } from '#web/ui/Card.tsx';
import { LiveText } from '#web/ui/LiveText.tsx';
import { lazyPart } from '#web/ui/loading-error.ts';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { ProPage } from '../ProPage.tsx';
import { UnpaidOrders } from '../payment/UnpaidOrders.tsx';
import { CaseTable } from './CaseTable.tsx';
import { CaseTools } from './CaseTools.tsx';
import style from './cases.module.css';
import { noSearch, useCases } from './use-cases.ts';
import { useSelection } from './use-selection.ts';

/** Nothing is seen of it, so that it may come later. */
const ListKeys = lazyPart(() => import('./ListKeys.tsx'));
/** Loads with the first selection. */
const Selection = lazyPart(() => import('./Selection.tsx'));

/** The families of a professional; searched, filtered and sorted by the server. Many can be selected and acted on. */
export function Screen() {
  const { search, setSearch, answer, cases, more, loadingMore, showMore, replace } = useCases();
  const input = useRef<HTMLInputElement>(null);
  const { selected, select, clear, hasSelected } = useSelection(cases);
  const shown = answer.last;
  const isEmpty = shown !== null && shown.counts.ALL + shown.counts.ARCHIVED === 0;
  const isFound = answer.state === 'ready';
  return (
    <ProPage heading={m.pro_cases_title()} lead={m.pro_cases_lead()}>
      <Suspense fallback={null}>
        <ListKeys search={input} />
      </Suspense>
      <UnpaidOrders />
      {shown?.returnedMail && isEmpty && <MailNotice reason={shown.returnedMail} onResumed={answer.refresh} />}
      {isEmpty && <Empty />}
      {!isEmpty && (
        <>
          <Actions>
            <ButtonLink to={laterAddresses.newCase}>{m.pro_new_title()}</ButtonLink>
            <ButtonLink variant="link" to={laterAddresses.importCases}>
              {m.pro_import_title()}
            </ButtonLink>
          </Actions>
          <CaseTools ref={input} search={search} onSearch={setSearch} counts={shown?.counts ?? null} />
        </>
      )}
      {answer.state === 'failed' && <LoadError problem={answer.problem} onRetry={answer.retry} />}
      {!shown && answer.state === 'loading' && <Skeleton shape="card" />}
      {/* While a new search loads, the last list stays visible. */}
      {shown && !isEmpty && answer.state !== 'failed' && (
        <div className={style.found} aria-busy={!isFound}>
          {shown.returnedMail && <MailNotice reason={shown.returnedMail} onResumed={answer.refresh} />}
          <LiveText>
            <span className={style.count}>{m.pro_cases_found({ count: cases.length })}</span>
          </LiveText>
          {cases.length > 0 && (
            <CaseTable
              cases={cases}
              selected={new Set(selected.map(({ familyId }) => familyId))}
              onSelect={select}
              onChanged={replace}
            />
          )}
          {isFound && cases.length === 0 && <NoMatches onShowAll={() => setSearch(noSearch)} />}
          {more && (
            <div>
              <Button variant="quiet" waiting={loadingMore} onClick={showMore}>
                {m.pro_cases_more()}
              </Button>
            </div>
          )}
          {hasSelected && (
            <Suspense fallback={null}>
              <Selection filter={search.filter} selected={selected} onChanged={replace} onClear={clear} />
            </Suspense>
          )}
        </div>
      )}
    </ProPage>
  );
}

function Empty() {
  return (
    <Card>
      <h2>{m.pro_cases_empty_title()}</h2>
      <p>{m.pro_cases_empty_text()}</p>
      <Actions>
        <ButtonLink to={laterAddresses.newCase}>{m.pro_new_title()}</ButtonLink>
        <ButtonLink variant="link" to={laterAddresses.importCases}>
          {m.pro_import_title()}
        </ButtonLink>
      </Actions>
    </Card>
  );
}

function NoMatches({ onShowAll }: { onShowAll: () => void }) {
  return (
    <Card>
      <h2>{m.pro_cases_none_title()}</h2>
      <p>{m.pro_cases_none_text()}</p>
      <Actions>
        <Button variant="quiet" onClick={onShowAll}>
          {m.pro_cases_show_all()}
        </Button>
      </Actions>
    </Card>
  );
}
