/** A transfer as the text of a file of ours says it; null what is missing or is not written as we write it. */
export type WrittenTransfer = {
  instructionId: string | null
  endToEndId: string | null
  amountMinor: number | null
  currency: string | null
  creditorIban: string | null
}

/** What a file of ours says of itself and what its transfers add up to; null where one amount cannot be read. */
export type WrittenFile = {
  declared: { count: number; minor: number }[]
  transfers: WrittenTransfer[]
  totalMinor: number | null
}

/**
 * Reads a pain.001 that this product has just written back out of its text, by the elements alone and without what wrote
 * them. Whether it is XML and follows the schema is the validator's to say; a file from elsewhere is read by `readPain001`.
 */
export function readWrittenTransfers(xml: string): WrittenFile {
  const transfers = xml.split('<CdtTrfTxInf>').slice(1).map(readTransfer)
  const amounts = transfers.map(({ amountMinor }) => amountMinor)
  return {
    declared: [...xml.matchAll(DECLARED)].map(([, count, sum]) => ({
      count: Number(count),
      minor: minorOf(sum) ?? Number.NaN,
    })),
    transfers,
    totalMinor: amounts.includes(null)
      ? null
      : amounts.reduce<number>((sum, amount) => sum + (amount ?? 0), 0),
  }
}

const DECLARED = /<NbOfTxs>(\d{1,15})<\/NbOfTxs><CtrlSum>([\d.]{1,18})<\/CtrlSum>/g

function readTransfer(text: string): WrittenTransfer {
  const amount = /<InstdAmt Ccy="([A-Z]{3})">([\d.]{1,18})<\/InstdAmt>/.exec(text)
  return {
    instructionId: textIn(text, /<InstrId>([^<]*)<\/InstrId>/),
    endToEndId: textIn(text, /<EndToEndId>([^<]*)<\/EndToEndId>/),
    amountMinor: minorOf(amount?.[2]),
    currency: amount?.[1] ?? null,
    creditorIban: textIn(text, /<CdtrAcct><Id><IBAN>([^<]*)<\/IBAN>/),
  }
}

const textIn = (text: string, element: RegExp) => element.exec(text)?.[1] ?? null

/** "12.30" is 1230; null for anything but two decimals. */
function minorOf(figure: string | undefined): number | null {
  const parts = /^(\d{1,13})\.(\d{2})$/.exec(figure ?? '')
  return parts ? Number(`${parts[1]}${parts[2]}`) : null
}
