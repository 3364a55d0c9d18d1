import type { TaxIdCandidate } from '#app/reading/candidates/find_tax_ids'
import type { ReadingMaterial } from '#app/reading/fields/reading_material'
import type { Word } from '#app/reading/layout/layout_types'
import { fold } from '#app/reading/pages/text_forms'
import { type NameCandidate, splitAtSeparators, withoutLabels } from '#app/reading/parties/find_names'
import { endOfLegalForm } from '#app/reading/parties/legal_forms'
import { cleanName, isAddressLine, isName } from '#app/reading/parties/name_text'
import { partyBlock } from '#app/reading/parties/party_block'

const personalId = /^(\d{8}[A-Z]|[KLMXYZ]\d{7}[A-Z])$/
const wordOfName = /^(\p{Lu}[\p{L}'’.-]*|de|del|la|las|los|y|i|e|da|do|dos|van|von)$/u
/** "Procuradora de los Tribunales": what stands under the name of a person, in capitals as it has. */
const profession =
  /^(procurador|abogad|letrad|notari|arquitect|aparejador|medic|economist|asesor|gestor|ingenier|fisioterap|psicolog|traductor|fotograf|pintor|administrador|agente|registrador|profesor|veterinari|odontolog|dentist|disena|ilustra|consultor|perit|tradut|interpret|electricist|fontaner|carpinter|jardiner|music|guia|instalador|mecanic|tecnic|graduad|licenciad|advoca)/
const linesOverMax = 4

/** Whether a name with this tax number is that of a person, which no trade name stands for. */
export function isPersonal(id: TaxIdCandidate): boolean {
  return id.isSpanish && personalId.test(id.id)
}

/**
 * "Horno de San Frontis" over "Evaristo Domínguez Calvo" over "NIF 77889512N": the line that names a person nearest over, or
 * before, a person's number.
 */
export function personsNames(own: TaxIdCandidate[], material: ReadingMaterial): NameCandidate[] {
  return own.filter(isPersonal).flatMap((id) => {
    const block = partyBlock(id, material)
    const at = block.findIndex((segment) => segment.words.includes(id.words[0] as Word))
    return block
      .slice(Math.max(0, at - linesOverMax), at + 1)
      .toReversed()
      .flatMap((segment) => {
        const all = withoutLabels(segment, material)
        const end = all.indexOf(id.words[0] as Word)
        const before = splitAtSeparators(end < 0 ? all : all.slice(0, end))[0] ?? []
        // "Aina Ferriol Mascaró ilustración y letras": a person is not called by a word that begins small.
        const small = before.findIndex((word) => !wordOfName.test(word.text.replace(/,$/, '')))
        const words = small < 2 ? before : before.slice(0, small)
        const text = cleanName(words.map((word) => word.text).join(' '))
        return isPerson(text) ? [{ text, words, segment, hasLegalForm: false }] : []
      })
      .slice(0, 1)
  })
}

function isPerson(text: string): boolean {
  const words = text.split(' ')
  return (
    words.length >= 2 &&
    words.length <= 7 &&
    /^\p{Lu}/u.test(words.at(-1) ?? '') &&
    !/\d/.test(text) &&
    !profession.test(fold(text)) &&
    words.every((word) => wordOfName.test(word.replace(/,$/, ''))) &&
    isName(text) &&
    !isAddressLine(text) &&
    endOfLegalForm(text) === null
  )
}
