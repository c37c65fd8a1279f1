import { useEffect } from 'react';
import { listProfessionalOptions, type ProfessionalOptions } from '#contract/api/lookups.ts';
import { countriesWhere } from '#contract/countries.ts';
import { m } from '#messages/messages.js';
import { useAnswer } from '#web/api/use-answer.ts';
import { useLanguage } from '#web/i18n/language.ts';
import { tellToast } from '#web/ui/toast-list.ts';

export type Options = {
  lists: ProfessionalOptions | null;
  countries: readonly { value: string; label: string }[];
  failed: boolean;
  retry: () => void;
};

/** A failed look-up is told once, in a toast, and can be asked for again. */
export function useFailureToast(failed: boolean): void {
  useEffect(() => {
    if (failed) tellToast({ text: m.genericErrorMessage(), tone: 'error' });
  }, [failed]);
}

/** Everything a professional chooses from. When it cannot be had, the countries fall back to two (specification 9). */
export function useOptions(): Options {
  const language = useLanguage();
  const answer = useAnswer(listProfessionalOptions, {}, { keep: true });
  const failed = answer.state === 'failed';
  useFailureToast(failed);
  const names = new Intl.DisplayNames([language === 'es' ? 'es-MX' : 'en-US'], { type: 'region' });
  const fallback = countriesWhere(({ professionals }) => professionals.isFallback).map((value) => ({
    value,
    label: names.of(value) ?? value,
  }));
  const lists = answer.state === 'ready' ? answer.data : null;
  return {
    lists,
    countries: lists?.countries ?? (failed ? fallback : []),
    failed,
    retry: answer.state === 'failed' ? answer.retry : () => undefined,
  };
}
