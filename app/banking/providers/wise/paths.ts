/** Where the interface of Wise lives, and the public one for trials. */
export const ADDRESSES = { live: 'https://api.wise.com', sandbox: 'https://api.wise-sandbox.com' }

/** Where a person pays a transfer, on Wise's own site; its key follows. */
export const PAY_PAGE = '/transactions/activities/by-resource/TRANSFER'

/**
 * The version of each family of paths, in one place: Wise also publishes all of them under calendar versions (`2026Q4`), and
 * moving there is changing these.
 */
const VERSION = {
  profiles: 'v2',
  balances: 'v4',
  movements: 'v2',
  statements: 'v1',
  activities: 'v1',
  accountDetails: 'v1',
  rates: 'v1',
  quotes: 'v3',
  recipients: 'v2',
  newRecipients: 'v1',
  requirements: 'v1',
  transfers: 'v1',
  funding: 'v3',
  subscriptions: 'v3',
} as const

/** Every path that is asked for. `profile` is the key of the company at Wise. */
export const paths = {
  token: '/oauth/token',
  profiles: `/${VERSION.profiles}/profiles`,
  balances: (profile: string) => `/${VERSION.balances}/profiles/${profile}/balances`,
  balance: (profile: string, id: string) => `/${VERSION.balances}/profiles/${profile}/balances/${id}`,
  movements: (profile: string) => `/${VERSION.movements}/profiles/${profile}/balance-movements`,
  statement: (profile: string, balance: string) =>
    `/${VERSION.statements}/profiles/${profile}/balance-statements/${balance}/statement.json`,
  activities: (profile: string) => `/${VERSION.activities}/profiles/${profile}/activities`,
  accountDetails: (profile: string) => `/${VERSION.accountDetails}/profiles/${profile}/account-details`,
  rates: `/${VERSION.rates}/rates`,
  quotes: (profile: string) => `/${VERSION.quotes}/profiles/${profile}/quotes`,
  quote: (profile: string, id: string) => `/${VERSION.quotes}/profiles/${profile}/quotes/${id}`,
  recipients: `/${VERSION.recipients}/accounts`,
  recipient: (id: string) => `/${VERSION.recipients}/accounts/${id}`,
  newRecipient: `/${VERSION.newRecipients}/accounts`,
  requirements: (quote: string) => `/${VERSION.requirements}/quotes/${quote}/account-requirements`,
  transfers: `/${VERSION.transfers}/transfers`,
  transferRequirements: `/${VERSION.transfers}/transfer-requirements`,
  transfer: (id: string) => `/${VERSION.transfers}/transfers/${id}`,
  cancel: (id: string) => `/${VERSION.transfers}/transfers/${id}/cancel`,
  payments: (id: string) => `/${VERSION.transfers}/transfers/${id}/payments`,
  funding: (profile: string, id: string) =>
    `/${VERSION.funding}/profiles/${profile}/transfers/${id}/payments`,
  subscriptions: (profile: string) => `/${VERSION.subscriptions}/profiles/${profile}/subscriptions`,
  subscription: (profile: string, id: string) =>
    `/${VERSION.subscriptions}/profiles/${profile}/subscriptions/${id}`,
} as const
