/** A card's brand as its owner writes it: the gateway still says `MasterCard`. */
export function cardBrandName(brand: string): string {
  return brand === 'MasterCard' ? 'Mastercard' : brand;
}
