/** How often, at most, a split that is as it should be is called wrong, whatever number of looks is taken. */
export const falseAlarmRate = 0.001;
/** What the mixture gives weight to: shares within some three points of the planned one. */
const concentration = 1_000;

/** Logarithm of the gamma function, by Stirling's series; to 1e-10 for values of one and more. */
function logGamma(value: number): number {
  let [x, shift] = [value, 0];
  for (; x < 10; x += 1) shift += Math.log(x);
  const inverse = 1 / (x * x);
  const series = (1 / 12 - inverse * (1 / 360 - inverse * (1 / 1260 - inverse / 1680))) / x;
  return (x - 0.5) * Math.log(x) - x + Math.log(2 * Math.PI) / 2 + series - shift;
}

const logBeta = (a: number, b: number) => logGamma(a) + logGamma(b) - logGamma(a + b);

/**
 * Evidence that people were divided otherwise than planned, as the logarithm of a Bayes factor: the sequential test for
 * a sample ratio mismatch of Lindon and Malek, "Anytime-Valid Inference for Multinomial Count Data", NeurIPS 2022.
 * Under the planned share (0 to 1; where nobody is divided nothing can be seen) the factor is a martingale that begins
 * at one: by Ville's inequality it comes to 1 / `falseAlarmRate` with that probability at most.
 */
export function mismatchEvidence({ control, treatment, share }: { control: number; treatment: number; share: number }) {
  if (share <= 0 || share >= 1) return 0;
  const [a, b] = [concentration * share, concentration * (1 - share)];
  const planned = treatment * Math.log(share) + control * Math.log(1 - share);
  return logBeta(a + treatment, b + control) - logBeta(a, b) - planned;
}

/** Whether evidence of any one look is enough to distrust the experiment. */
export const isMismatch = (evidence: number): boolean => evidence >= -Math.log(falseAlarmRate);
