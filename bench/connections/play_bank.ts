import type { BankName, PlayedBank } from './played_bank.js'
import { playQontoBank } from './qonto_bank.js'
import { playRevolutBank } from './revolut_bank.js'
import { playWiseBank } from './wise_bank.js'

const PLAYS: Readonly<Record<BankName, (slowMs: number) => Promise<PlayedBank>>> = {
  qonto: playQontoBank,
  revolut: playRevolutBank,
  wise: (slowMs) => playWiseBank('wise', slowMs),
  'wise-partner': (slowMs) => playWiseBank('wise-partner', slowMs),
}

/** Starts a bank with an account that has money enough, on this machine alone. An answer that never comes takes `slowMs`. */
export const playBank = (name: BankName, slowMs: number): Promise<PlayedBank> => PLAYS[name](slowMs)
