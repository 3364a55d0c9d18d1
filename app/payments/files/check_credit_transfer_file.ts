import { isValidBic } from '#app/kernel/bic'
import { isValidCreditorReference } from '#app/kernel/creditor_reference'
import { DomainError } from '#app/kernel/domain_error'
import { isSepaIban, isValidIban, normalizeIban } from '#app/kernel/iban'
import { isSepaIdentifier, toSepaText } from '#app/kernel/sepa_text'
import {
  type CreditTransfer,
  type CreditTransferBlock,
  type CreditTransferFile,
  nameLengthMax,
  transferMinorMax,
} from '#app/payments/files/credit_transfer_file'

/**
 * Refuses what no bank would take, before a byte is written: DomainError `E_SEPA_…` naming the transfer. What depends on
 * the day, the blacklist and the approvals is checked by who makes the file.
 */
export function checkCreditTransferFile(file: CreditTransferFile): void {
  checkIdentifier(file.messageId, 'del mensaje')
  checkName(file.initiator.name, 'de la empresa ordenante')
  if (file.blocks.length === 0)
    throw new DomainError('E_SEPA_EMPTY', 'El fichero no tiene ninguna transferencia.')
  const blockIds = new Set<string>()
  const endToEndIds = new Set<string>()
  for (const block of file.blocks) {
    checkBlock(block)
    checkUnique(block.id, blockIds, 'del bloque')
    for (const transfer of block.transfers) {
      checkTransfer(transfer, block)
      checkUnique(transfer.endToEndId, endToEndIds, 'de extremo a extremo')
    }
  }
}

function checkBlock(block: CreditTransferBlock): void {
  checkIdentifier(block.id, 'del bloque')
  checkName(block.debtor.name, 'de la empresa que paga')
  checkIban(block.debtor.iban, 'la cuenta de cargo')
  checkBic(block.debtor.bic)
  checkPurpose(block.categoryPurpose)
  if (block.transfers.length === 0)
    throw new DomainError('E_SEPA_EMPTY', `El bloque ${block.id} no tiene transferencias.`)
  if (block.instant && block.urgent) {
    throw new DomainError('E_SEPA_SPEED', 'Una transferencia no puede ser a la vez inmediata y urgente.')
  }
}

function checkTransfer(transfer: CreditTransfer, { debtor }: CreditTransferBlock): void {
  const { creditor, amountMinor, instructionId } = transfer
  checkIdentifier(instructionId, 'de la orden')
  checkIdentifier(transfer.endToEndId, 'de extremo a extremo')
  checkName(creditor.name, `del beneficiario de la orden ${instructionId}`)
  checkIban(creditor.iban, `la cuenta del beneficiario de la orden ${instructionId}`)
  checkBic(creditor.bic)
  checkPurpose(transfer.purpose)
  if (!Number.isSafeInteger(amountMinor) || amountMinor < 1 || amountMinor > transferMinorMax) {
    const message = `El importe de la orden ${instructionId} debe estar entre 0,01 y 999.999.999,99 €.`
    throw new DomainError('E_SEPA_AMOUNT', message)
  }
  if (normalizeIban(creditor.iban) === normalizeIban(debtor.iban)) {
    throw new DomainError(
      'E_SEPA_SAME_ACCOUNT',
      `La orden ${instructionId} se paga a la propia cuenta de cargo.`
    )
  }
  if (!isSepaIban(creditor.iban) && creditor.bic === undefined) {
    throw new DomainError(
      'E_SEPA_BIC',
      `La orden ${instructionId} va fuera de la zona SEPA y necesita el BIC del banco.`
    )
  }
  checkRemittance(transfer)
  checkAddress(transfer)
}

function checkRemittance({ remittance, rfReference, instructionId }: CreditTransfer): void {
  if (rfReference === undefined) return
  if (remittance !== undefined) {
    const message = `La orden ${instructionId} lleva concepto y referencia RF: solo puede llevar uno.`
    throw new DomainError('E_SEPA_REMITTANCE', message)
  }
  if (!isValidCreditorReference(rfReference)) {
    throw new DomainError('E_SEPA_REFERENCE', `La referencia RF de la orden ${instructionId} no es válida.`)
  }
}

function checkAddress({ creditor: { address }, instructionId }: CreditTransfer): void {
  if (address === undefined) return
  const hasTown = toSepaText(address.town, nameLengthMax) !== ''
  if (hasTown && /^[A-Z]{2}$/.test(address.country) && (address.lines?.length ?? 0) <= 2) return
  const message = `La dirección del beneficiario de la orden ${instructionId} necesita población y país, y como mucho dos líneas.`
  throw new DomainError('E_SEPA_ADDRESS', message)
}

function checkIdentifier(identifier: string, whose: string): void {
  if (isSepaIdentifier(identifier) && identifier === identifier.trim() && identifier !== 'NOTPROVIDED') return
  const message = `El identificador ${whose} «${identifier}» no es válido: de 1 a 35 letras, cifras o signos.`
  throw new DomainError('E_SEPA_IDENTIFIER', message)
}

function checkUnique(identifier: string, seen: Set<string>, whose: string): void {
  if (seen.has(identifier)) {
    throw new DomainError('E_SEPA_DUPLICATE', `El identificador ${whose} «${identifier}» está repetido.`)
  }
  seen.add(identifier)
}

function checkName(name: string, whose: string): void {
  if (/[a-zA-Z0-9]/.test(name) || toSepaText(name, nameLengthMax) !== '') return
  throw new DomainError('E_SEPA_NAME', `El nombre ${whose} no tiene ninguna letra que admita el banco.`)
}

function checkIban(iban: string, which: string): void {
  if (!isValidIban(iban)) throw new DomainError('E_SEPA_IBAN', `El IBAN de ${which} no es válido.`)
}

function checkBic(bic: string | undefined): void {
  if (bic !== undefined && !isValidBic(bic))
    throw new DomainError('E_SEPA_BIC', `El BIC «${bic}» no es válido.`)
}

function checkPurpose(purpose: string | undefined): void {
  if (purpose === undefined || /^[A-Z]{4}$/.test(purpose)) return
  throw new DomainError('E_SEPA_PURPOSE', `El propósito «${purpose}» debe tener cuatro letras mayúsculas.`)
}
