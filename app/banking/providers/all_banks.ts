import type { BankProvider } from '#app/banking/bank_provider'
import { qonto } from '#app/banking/providers/qonto/provider'
import { revolut } from '#app/banking/providers/revolut/provider'
import { wise } from '#app/banking/providers/wise/provider'

/** Every bank that connections lead to, in the order people see them. */
export const ALL_BANKS: readonly BankProvider[] = [qonto, wise, revolut]
