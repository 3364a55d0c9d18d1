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
/** After each of these somebody has to come and agree anew. */
const REVOKED_MAX = 8
const LIMITED_EVERY = 5
const LIST_EVERY = 3
/** Lists are cut so many times: a reading of many pages comes to its end only when all of them came. */
const LISTS_MAX = 40
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

/** Strikes every so many requests of some operations, so many times at most. */
const every =
  (
    nth: number,
    fault: RequestFault,
    of: (bank: PlayedBank) => readonly string[],
    most = Number.POSITIVE_INFINITY
  ) =>
  (bank: PlayedBank): Strike => {
    let count = 0
    return (_request, operation) =>
      of(bank).includes(operation) && ++count % nth === 0 && count <= nth * most ? fault : null
  }

const both =
  (first: (bank: PlayedBank) => Strike, second: (bank: PlayedBank) => Strike) =>
  (bank: PlayedBank): Strike => {
    const [one, other] = [first(bank), second(bank)]
    return (request, operation) => one(request, operation) ?? other(request, operation)
  }

const isTenth = (number: string) => Number(number.slice(-6)) % TAMPERED_EVERY === 0

const isRevoked = (nth: number) => nth % REVOKED_EVERY === 0 && nth <= REVOKED_EVERY * REVOKED_MAX

const SINGLE: readonly Fault[] = [
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
      if (bank.newCredentials ? isRevoked(nth) : nth % EXPIRED_EVERY === 0) bank.expireToken()
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
      if (isRevoked(nth)) bank.revoke()
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
      every(
        LIST_EVERY,
        'half_page',
        ({ operations }) => [...operations.transfers, ...operations.movements],
        LISTS_MAX
      )
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

/**
 * Several at the same time: what befalls requests strikes one after the other, of amounts and of how news are told the first
 * that says something counts.
 */
function together(...names: string[]): Fault {
  const faults = names.map((name) => {
    const found = SINGLE.find((one) => one.name === name)
    if (!found) throw new Error(`No fault is called ${name}`)
    return found
  })
  const first = <Field extends keyof Fault>(field: Field): Pick<Fault, Field> | object => {
    const found = faults.find((fault) => fault[field] !== undefined)
    return found ? { [field]: found[field] } : {}
  }
  return {
    ...first('cents'),
    ...first('manners'),
    ...first('arePeopleAsked'),
    ...first('afterSending'),
    ...first('isSentBack'),
    ...first('hasCards'),
    ...first('mayStay'),
    name: names.join('+'),
    title: faults.map(({ title }) => title).join('; '),
    strike: (bank) => {
      const strikes = faults.map(({ strike }) => strike?.(bank) ?? (() => null))
      return (request, operation) => {
        for (const strike of strikes) {
          const fault = strike(request, operation)
          if (fault) return fault
        }
        return null
      }
    },
    beforeMoney: (bank, nth) => {
      for (const { beforeMoney } of faults) beforeMoney?.(bank, nth)
    },
  }
}

/** Those of a run that names none: every fault that a bank is known for, those together that strike different moments. */
const TOGETHER: readonly Fault[] = [
  together('timeout_after', 'rate_limited', 'news_thrice_backwards'),
  together('error_500_after', 'expired_token', 'news_lost'),
  together('half_pages', 'consent_revoked', 'news_thrice_backwards'),
  together('late_rejection', 'rate_limited'),
  together('returned', 'expired_token'),
  together('sca_refused'),
  together('changed_amounts'),
]

export const FAULTS: readonly Fault[] = [...SINGLE, ...TOGETHER.filter(({ name }) => name.includes('+'))]

export const USUAL = TOGETHER.map(({ name }) => name)
