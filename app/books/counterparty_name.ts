import { partyName } from '#app/ledger/party_kinds'

/** SQL: the name of the other party of a line `l`; null where a line has none. */
export const COUNTERPARTY_NAME = partyName('l.counterparty_type', 'l.counterparty_id')
