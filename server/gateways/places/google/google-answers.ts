import * as z from 'zod';

/** The parts of the responses of Google's Places API (New) that are used. */
const text = z.object({ text: z.string() });

export const autocompleteAnswer = z.object({
  suggestions: z
    .array(
      z.object({
        placePrediction: z
          .object({
            placeId: z.string().min(1),
            text,
            structuredFormat: z.object({ mainText: text, secondaryText: text.optional() }).optional(),
          })
          .optional(),
      }),
    )
    .default([]),
});
export type AutocompleteAnswer = z.output<typeof autocompleteAnswer>;

const component = z.object({ longText: z.string(), shortText: z.string().default(''), types: z.array(z.string()) });

export const detailsAnswer = z.object({ addressComponents: z.array(component).default([]) });
export type AddressComponent = z.output<typeof component>;
