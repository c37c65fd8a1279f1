/** The maximum rate at which a correct split is reported as wrong, over any number of looks. */
export const falseAlarmRate = 0.001;
/** The mixture's weight: shares within about three points of the planned one. */
const concentration = 1_000;

/** Logarithm of the gamma function, by Stirling's series; accurate to 1e-10 for values from 1. */
function logGamma(value: number): number {
  let [x, shift] = [value, 0];
  for (; x < 10; x += 1) shift += Math.log(x);
  const inverse = 1 / (x * x);
  const series = (1 / 12 - inverse * (1 / 360 - inverse * (1 / 1260 - inverse / 1680))) / x;
  return (x - 0.5) * Math.log(x) - x + Math.log(2 * Math.PI) / 2 + series - shift;
}

const logBeta = (a: number, b: number) => logGamma(a) + logGamma(b) - logGamma(a + b);

/**
 * Evidence that people were divided differently than planned, as the logarithm of a Bayes factor: the sequential test
 * for a sample ratio mismatch of Lindon and Malek, "Anytime-Valid Inference for Multinomial Count Data", NeurIPS 2022.
 * Under the planned share (0 to 1; without a division nothing can be detected) the factor is a martingale that starts
 * at one: by Ville's inequality it reaches 1 / `falseAlarmRate` with at most that probability.
 */
export function mismatchEvidence({ control, treatment, share }: { control: number; treatment: number; share: number }) {
  if (share <= 0 || share >= 1) return 0;
  const [a, b] = [concentration * share, concentration * (1 - share)];
  const planned = treatment * Math.log(share) + control * Math.log(1 - share);
  return logBeta(a + treatment, b + control) - logBeta(a, b) - planned;
}

/** Whether the evidence of any one look is enough to distrust the experiment. */
export const isMismatch = (evidence: number): boolean => evidence >= -Math.log(falseAlarmRate);
