import { calendarDate } from '#app/kernel/time/calendar_date'
import type {
  CreditTransfer,
  CreditTransferBlock,
  CreditTransferFile,
} from '#app/payments/files/credit_transfer_file'

/** The smallest transfers, blocks and files for the tests, with fixed values. */

export function transfer(changes: Partial<CreditTransfer> = {}): CreditTransfer {
  return {
    instructionId: 'PO-2026-000001',
    endToEndId: 'PAGO-2026-000001',
    amountMinor: 123_456,
    creditor: { name: 'Lavandería Núñez & Façade, S.L.', iban: 'ES0600815398730001414452' },
    remittance: 'Factura F2026/118 año',
    ...changes,
  }
}

export function block(changes: Partial<CreditTransferBlock> = {}): CreditTransferBlock {
  return {
    id: 'LOTE-1',
    debtor: { name: 'Hotel Uno, S.L.', iban: 'ES9121000418450200051332', bic: 'CAIXESBBXXX' },
    executionOn: calendarDate('2026-11-23'),
    batchBooking: false,
    transfers: [transfer()],
    ...changes,
  }
}

export function file(changes: Partial<CreditTransferFile> = {}): CreditTransferFile {
  return {
    version: '001.001.09',
    messageId: 'CAU20261121000001',
    createdAt: '2026-11-21T09:00:00.123Z',
    initiator: { name: 'Hotel Uno, S.L.', nif: 'B12345674', suffix: '001' },
    blocks: [block()],
    ...changes,
  }
}
