import { Fragment, useState } from 'react';
import { Link, useParams } from 'react-router';
import type { AnswerOf } from '#contract/api/route.ts';
import type { Shown } from '#contract/api/staff/staff-people.ts';
import type { PriceRow, readPriceVersion } from '#contract/api/staff/staff-prices.ts';
import { useQuery } from '#web/api/use-query.ts';
import { PageHeading } from '#web/ui/PageHeading.tsx';
import { DataTable } from './DataTable.tsx';
import { PageWithActions } from './PageWithActions.tsx';
import { PlansPreview } from './PlansPreview.tsx';
import { RevealedData } from './RevealedData.tsx';
import style from './staff.module.css';
import { instant, priceStateTexts } from './staff-texts.ts';

/** All prices of a version, the differences from those in force, and the actions. */
export function PriceVersion() {
  const { number = '' } = useParams();
  return <VersionPage key={number} number={number} />;
}

function VersionPage({ number }: { number: string }) {
  const answer = useQuery('GET /v2/staff/price-versions/:number', { params: { number: Number(number) } });
  const [shown, setShown] = useState<readonly Shown[]>([]);
  return (
    <PageWithActions answer={answer} onDone={(done) => setShown(done.shown)}>
      {(version) => <Prices number={number} version={version} shown={shown} />}
    </PageWithActions>
  );
}

type PricesProps = { number: string; version: AnswerOf<typeof readPriceVersion>; shown: readonly Shown[] };

function Prices({ number, version, shown }: PricesProps) {
  const { title, state, inForceFrom, inForce, rows } = version;
  const lists = [...new Set(rows.map(({ list }) => list))];
  const changes = rows.filter(({ isChanged }) => isChanged);
  return (
    <>
      <div className={style.intro}>
        <Link className={style.back} to="/prices">
          All versions
        </Link>
        <PageHeading>{`Version ${number}: ${title}`}</PageHeading>
        <p>
          {priceStateTexts[state]}
          {inForceFrom !== null && `, from ${instant(inForceFrom)} UTC`}
        </p>
        <div role="status">{shown.length > 0 && <RevealedData rows={shown} />}</div>
      </div>
      {state !== 'IN_FORCE' && (
        <section className={style.panel} aria-labelledby="changes">
          <h2 id="changes">What differs from version {inForce}, which is in force</h2>
          {changes.length === 0 ? <p>Nothing.</p> : <Rows label="Changes" rows={changes} withList />}
        </section>
      )}
      <PlansPreview number={Number(number)} />
      {lists.map((list) => (
        <section key={list} className={style.panel} aria-labelledby={`list-${list}`}>
          <h2 id={`list-${list}`}>{list === 'OPTIONS' ? 'Options' : `Price list ${list}`}</h2>
          <Rows label={`Prices of ${list}`} rows={rows.filter((row) => row.list === list)} />
        </section>
      ))}
    </>
  );
}

function Rows({ label, rows, withList = false }: { label: string; rows: readonly PriceRow[]; withList?: boolean }) {
  const cells = rows.map(({ list, item, priceFormatted, inForceFormatted, isChanged, taxFormatted }) => ({
    key: `${list} ${item}`,
    cells: [
      withList ? `${item} (${list})` : item,
      <Fragment key="price">
        {isChanged ? <strong>{priceFormatted}</strong> : priceFormatted}
        {taxFormatted !== null && <span className={style.soft}> with {taxFormatted} tax inside</span>}
      </Fragment>,
      inForceFormatted,
    ],
  }));
  return <DataTable label={label} columns={['What', 'Price', 'In force']} rows={cells} />;
}
