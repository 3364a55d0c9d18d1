/** What AEAT keeps of an invoice. */
export type KeptRecord = {
  state: 'Correcta' | 'AceptadaConErrores' | 'Anulada'
  code: number | null
  message: string | null
  requestId: string
  hash: string
}

/** What the stand-in of AEAT remembers. */
export type AeatState = {
  /** By NIF, number and day. */
  records: Record<string, KeptRecord>
  /** Hash of the last record that came, also of a refused one, by NIF and installation. */
  chains: Record<string, string>
  /** NIF that are not in the census. */
  unknown: string[]
  /** NIF that a certificate of another may send for, by the NIF of the certificate. */
  powers: Record<string, string[]>
  /** Records that are refused or taken with errors whatever they say, by number, each once. */
  planned: Record<string, number>
  /** Faults of the whole sending, one a sending. */
  faults: number[]
  waitSeconds: number
  sendings: number
}

export const emptyState = (): AeatState => ({
  records: {},
  chains: {},
  unknown: [],
  powers: {},
  planned: {},
  faults: [],
  waitSeconds: 60,
  sendings: 0,
})
