import { DomainError } from '#app/kernel/domain_error'
import { isValidBic } from '#app/kernel/identifiers/bic'
import { isValidCreditorReference } from '#app/kernel/identifiers/creditor_reference'
import { ibanCountry, isEeaIban, isSepaIban, isValidIban, normalizeIban } from '#app/kernel/identifiers/iban'
import { isSepaIdentifier } from '#app/kernel/text/sepa_text'
import {
  type CreditTransfer,
  type CreditTransferBlock,
  type CreditTransferFile,
  type Pain001Version,
  transferMinorMax,
} from '#app/payments/files/credit_transfer_file'
import { nameProblem, sendableConcept } from '#app/payments/orders/page/sendable_texts'

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
    checkDebtorAddress(block, file.version)
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

/**
 * To a bank outside the European Economic Area a transfer carries the address of who pays (EU regulation 2023/1113), which
 * has to be structured, as the old version cannot write it.
 */
function checkDebtorAddress({ debtor, transfers }: CreditTransferBlock, version: Pain001Version): void {
  const abroad = transfers.find(({ creditor }) => !isEeaIban(creditor.iban))
  if (abroad === undefined) return
  const why = `la orden ${abroad.instructionId} va a un banco de fuera del Espacio Económico Europeo (${ibanCountry(abroad.creditor.iban)}) y debe llevar la dirección de quien paga`
  const { town = '', country = '' } = debtor.address ?? {}
  if (nameProblem(town) !== null || !/^[A-Z]{2}$/.test(country))
    throw new DomainError(
      'E_SEPA_DEBTOR_ADDRESS',
      `Falta la población o el país en la ficha de ${debtor.name}: ${why}.`
    )
  if (version === '001.001.03')
    throw new DomainError(
      'E_SEPA_DEBTOR_ADDRESS',
      `El formato 001.001.03 del banco no lleva direcciones: ${why}. Use el formato 001.001.09.`
    )
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
  if (remittance !== undefined) sendableConcept(remittance)
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
  const hasTown = nameProblem(address.town) === null
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
  const problem = nameProblem(name)
  if (problem !== null)
    throw new DomainError('E_SEPA_NAME', `El nombre ${whose} «${name.trim()}» ${problem}.`)
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
