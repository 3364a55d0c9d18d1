/** No file and no network takes an account without IBAN: it is paid at the bank, and its charge settles what is owed. */
export const NO_IBAN = 'Cuenta sin IBAN: páguela en el banco y concilie'
