import type { RequestFault } from '#app/connectors/stand_in/stand_in_faults'
import { numberIn, type PlayedBank, type Strike } from './played_bank.js'

/** Where an order may end under a fault although the bank took it, beside what always may be. */
export type Leave = 'unknown'

/** What a bank, its network or people there do wrong, and how it is done to a played bank. */
export type Fault = {
  name: string
  /** What it is, for the table. */
  title: string
  /** The last two digits of the amount of the order at a place; 50 unless told: nothing befalls them. */
  cents?: (place: number, bank: PlayedBank) => number
  strike?: (bank: PlayedBank) => Strike
  /** Before a request that moves money is looked at: `nth` of them, from 1 on. */
  beforeMoney?: (bank: PlayedBank, nth: number) => void
  /** How news are told. */
  manners?: { times: number; isShuffled: boolean; isSilent: boolean }
  /** Nobody signs or pays at the bank by themselves: people decide on each. */
  arePeopleAsked?: boolean
  /** After everything was sent, before anything is looked up. */
  afterSending?: (bank: PlayedBank, numbers: readonly string[]) => void
  /** Payments come back after they were paid. */
  isSentBack?: boolean
  hasCards?: boolean
  mayStay?: readonly Leave[]
}

const LATE_REJECTION_CENTS = 1
const ASKED_FOR_CENTS = 5
const EXPIRED_EVERY = 10
const REVOKED_EVERY = 20
const LIMITED_EVERY = 5
const LIST_EVERY = 3
const TAMPERED_EVERY = 10

/**
 * Strikes the first request that moves the money of each payment, and the first that is signed: those that the bank acts on
 * as well as those that it does not.
 */
const onMoney =
  (fault: RequestFault, isMeant: (number: string) => boolean = () => true) =>
  ({ operations }: PlayedBank): Strike => {
    const struck = new Set<string>()
    return ({ raw, path, headers }, operation) => {
      if (!operations.money.includes(operation)) return null
      const about = numberIn(raw.toString('utf8')) ?? path
      const key = `${operation} ${about} ${headers['x-qonto-sca-session-token'] !== undefined}`
      if (struck.has(key) || !isMeant(about)) return null
      struck.add(key)
      return fault
    }
  }

/** Strikes every so many requests of some operations. */
const every =
  (nth: number, fault: RequestFault, of: (bank: PlayedBank) => readonly string[]) =>
  (bank: PlayedBank): Strike => {
    let count = 0
    return (_request, operation) => (of(bank).includes(operation) && ++count % nth === 0 ? fault : null)
  }

const both =
  (first: (bank: PlayedBank) => Strike, second: (bank: PlayedBank) => Strike) =>
  (bank: PlayedBank): Strike => {
    const [one, other] = [first(bank), second(bank)]
    return (request, operation) => one(request, operation) ?? other(request, operation)
  }

const isTenth = (number: string) => Number(number.slice(-6)) % TAMPERED_EVERY === 0

export const FAULTS: readonly Fault[] = [
  { name: 'none', title: 'nothing' },
  { name: 'timeout_after', title: 'time-out after accepting', strike: onMoney('timeout_after') },
  { name: 'error_500_after', title: '500 after accepting', strike: onMoney('error_500_after') },
  {
    name: 'rate_limited',
    title: '429, one request in five',
    strike: every(LIMITED_EVERY, 'rate_limited', ({ operations }) => operations.money),
  },
  {
    name: 'expired_token',
    title: 'token at its end, again and again',
    beforeMoney: (bank, nth) => {
      if (nth % (bank.newCredentials ? REVOKED_EVERY : EXPIRED_EVERY) === 0) bank.expireToken()
    },
  },
  {
    name: 'news_thrice_backwards',
    title: 'webhooks three times, the last first',
    manners: { times: 3, isShuffled: true, isSilent: false },
  },
  { name: 'news_lost', title: 'no webhooks', manners: { times: 1, isShuffled: false, isSilent: true } },
  { name: 'late_rejection', title: 'rejected after accepting', cents: () => LATE_REJECTION_CENTS },
  {
    name: 'returned',
    title: 'returned after payment',
    cents: (place, { returnCents, sendBack }) =>
      returnCents !== null && (place % 2 === 0 || sendBack === null) ? returnCents : 50,
    isSentBack: true,
  },
  {
    name: 'consent_revoked',
    title: 'consent revoked while sending',
    beforeMoney: (bank, nth) => {
      if (nth % REVOKED_EVERY === 0) bank.revoke()
    },
  },
  {
    name: 'sca_refused',
    title: 'signature refused, every other',
    cents: () => ASKED_FOR_CENTS,
    arePeopleAsked: true,
  },
  {
    name: 'half_pages',
    title: 'answers and pages cut in half',
    strike: both(
      onMoney('half_page'),
      every(LIST_EVERY, 'half_page', ({ operations }) => [...operations.transfers, ...operations.movements])
    ),
  },
  {
    name: 'changed_amounts',
    title: 'card payments booked at another amount; one transfer in ten kept at another amount',
    strike: onMoney('timeout_after', isTenth),
    afterSending: ({ tamper }, numbers) => {
      for (const number of numbers.filter(isTenth)) tamper(number)
    },
    hasCards: true,
    mayStay: ['unknown'],
  },
  { name: 'lost_before', title: 'connection lost before accepting', strike: onMoney('lost_before') },
  { name: 'bad_gateway', title: '502', strike: onMoney('bad_gateway') },
  { name: 'empty_body_after', title: 'empty answer after accepting', strike: onMoney('empty_body_after') },
  { name: 'html_page', title: 'a page of HTML for an answer', strike: onMoney('html_page') },
]

/** Those of a run that names none; the others on request. */
export const USUAL = FAULTS.slice(1, 13).map(({ name }) => name)
