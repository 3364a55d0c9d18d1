/** What is known of the account of a payee; only a verified one is paid (areas 03 and 04). */
export const BANK_VERIFICATION = {
  unverified: { label: 'Sin verificar', tone: 'amber' },
  verified: { label: 'Verificada', tone: 'green' },
  rejected: { label: 'Rechazada', tone: 'red' },
  blacklisted: { label: 'Lista negra', tone: 'red' },
} as const

export type BankVerification = keyof typeof BANK_VERIFICATION
