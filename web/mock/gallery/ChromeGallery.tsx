import { ProgressDots } from '#web/join-session/step-page/ProgressDots.tsx';
import { PageHeading } from '#web/ui/PageHeading.tsx';
import { words } from './examples.ts';
import style from './gallery.module.css';

export function StepDotsGallery() {
  return (
    <section className={style.block}>
      <PageHeading subtitle={words.lead}>{words.title}</PageHeading>
      <ProgressDots current={1} lastCompletedStep={0} />
      <ProgressDots current={2} lastCompletedStep={2} />
      <ProgressDots current={4} lastCompletedStep={3} />
      <ProgressDots current={2} lastCompletedStep={1} invited />
    </section>
  );
}
