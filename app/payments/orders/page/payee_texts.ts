import type { PayeeCheck } from '#app/banking/gateway/transfer_gateway'

/** What is said of each answer of a bank on the name of a payee. */
export const PAYEE_TEXTS: Readonly<Record<PayeeCheck['result'], (name: string | null) => string>> = {
  match: () => 'El titular coincide con el de la cuenta.',
  close_match: (name) => `El banco dice que el titular es «${name ?? 'otro parecido'}».`,
  no_match: () => 'El banco dice que el titular de la cuenta es otro.',
  not_possible: () => 'El banco no puede comprobar el titular de la cuenta.',
}
