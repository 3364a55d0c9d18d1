import { fold } from '#app/reading/pages/text_forms'
import { registryText } from '#app/reading/parties/registry_text'

const sentence =
  /\b(de conformidad|inscrita|registro mercantil|reglamento|tratados|transferencia|forma de pago|vencimiento|factura|rechnung|invoice|gracias|http|www|copyright|powered by)\b|@|©|\(c\)/
/** "N.L.F. del titular", "C.1.F.": the I of a tax number's label taken for a letter like it. */
const misreadTaxLabel = /^[nc]\.\s?[il1|]\.\s?f\b/
/** Words of labels that companies are also called by ("Total Gas, S.A."): with a legal form only before a value. */
const labelWord = /\b(total|importe|page|seite|pagina)\b/
const labelWordBeforeValue = /\b(total|importe|page|seite|pagina)\b\s?(:|\d|eur\b|€|n[.ºo°])/

/** Who leads a company, as its footer names them. */
const officer =
  /^(ober)?burgermeister|^geschaftsfuhr|^vorstand|^aufsichtsrat|^vorsitz|^prokurist|^managing director|^chairman|^director general|^presidente?\b/
/** Words that stand alone over or in an address and name nobody: labels, professions, departments. */
const noNames =
  /^(eur|usd|gbp|euros?|original|copia|duplicado|anschrift|adresse|address|direccion|domicilio|rechnung|factur[ae]?|facture|fattura|factuur|fatura|faktura|invoice|telefonos?|telefon|name|nombre|pagado|concepto|descripcion|notari[oa]?s?|abogad[oa]s?|advocats?|procurador[ae]?s?|arquitect[oae]s?|economistas?|gestoria|asesoria|medico|autonom[oa]|avocats?|notaire|rechtsanw[aä]lte?|steuerberater(in)?|notar(in)?|((kreditoren|debitoren|finanz)?buchhaltung|rechnungs(wesen|eingang|prufung)|einkauf|verwaltung|administracion|contabilidad|compras|proveedores|comptabilite( fournisseurs)?|service achats|accounts payable|accounting|crediteurenadministratie|boekhouding|contabilita|amministrazione)|familie|herrn?|frau|firma|monsieur|madame|senores|abt\.? .*|abteilung .*|dpto\.? .*|departamento .*|dept\.? .*)$/

/** A name without what stands around it: brackets, marks, small words before its first capital. */
export function cleanName(text: string, ownsSmallLetter = false): string {
  return (
    text
      .replace(/\s+/g, ' ')
      // "que formula Notaría Ruiz, con NIF …": a name in a sentence begins at its capital.
      .replace(ownsSmallLetter ? /^$/ : /^(?:\p{Ll}[\p{Ll}.]*\s)+(?=\p{Lu})/u, '')
      .replace(/,?\s(con|y|en|de|por|a|with|mit|avec|eta)$/i, '')
      // "Iñaki Etxeberria Landa, con N.I.F": the label of the number goes with the word before it.
      .replace(/,\s(con|mit|with|avec|eta)\s[nc][.,]?\s?[i1l][.,]?\s?f[.,]?$/i, '')
      .replace(/^[\s,;:.\-–·•"'«(]+/, '')
      .replace(/[\s,;:\-–·•"'»(]+$/, '')
      // "…, S.L.. Domicilio social": the full stop of the sentence after that of the legal form.
      .replace(/\.{2,}$/, '.')
      .replace(/(?<=\p{Ll}{3})\.$/u, '')
      .trim()
  )
}

/** Whether a text is a word that stands where names stand and names nobody. */
export function isNoName(text: string): boolean {
  return noNames.test(fold(text))
}

/**
 * Whether a text can be the name of a company or person: letters, no address, no sentence. A legal form at its end
 * speaks for a name though it holds a word that labels use.
 */
export function isName(text: string, endsInLegalForm = false): boolean {
  const letters = text.replace(/[^\p{L}]/gu, '').length
  const digits = text.replace(/\D/g, '').length
  if (!endsInLegalForm && officer.test(fold(text))) return false
  if (isNoName(text) || misreadTaxLabel.test(fold(text))) return false
  if (/^\d{4,5}\b/.test(text)) return false
  const folded = fold(text)
  if (!endsInLegalForm && registryText.test(folded)) return false
  const isLabelled = (endsInLegalForm ? labelWordBeforeValue : labelWord).test(folded)
  return (
    letters >= 3 &&
    digits <= 4 &&
    letters > digits * 2 &&
    text.length <= 90 &&
    !isLabelled &&
    !sentence.test(folded)
  )
}

const addressStart =
  /^(c\/|calle|avda?\.?|avenida|av\.|avinguda|plaza|pza\.?|placa|paseo|pso\.?|p[oº]\.? |passeig|passatge|ctra\.?|carretera|camino|cami|pol\.?|poligono|urb\.?|urbanizacion|ronda|rua|rue|via |viale|piazza|travesia|gran via|apartado|nave |parcela|carrer|carrera|rambla|alameda|cuesta|costanilla|callejon|bulevar|barrio|lugar |aldea |zona |parque (empresarial|tecnologico|industrial)|baixada|riera|kalea|praca|travessa|estrada|largo |corso |vicolo|piazzale|localita|chemin|impasse|allee|quai |route |z\.?[ai]\.? |rda\.?|glorieta|edificio|edif\.?|local |piso|moll|muelle|partida|paraje|finca|cl |ul\.|straat|\d)|(strasse|straße|str\.|weg|platz|allee|gasse|straat|laan|plein|kade|gracht|street|road|avenue|st\.|rd\.|lane|drive|way|boulevard|blvd|kalea|etorbidea)( |,|$)/
const contactOrId =
  /(^|\s)(tel|tlf|telefono|telf|fax|movil|e-?mail|web|www|nif|cif|n\.i\.f|c\.i\.f|vat|iban|siret|kvk|gln|ust|tva|btw|steuer|cp|cod)\b|@|\.(com|es|net|org|cat|eu|de|fr|pt|it|nl)\b/

/** Whether a line is part of an address or contact details rather than a name. */
export function isAddressLine(text: string): boolean {
  const folded = fold(text)
  return (
    addressStart.test(folded) ||
    contactOrId.test(folded) ||
    /\b\d{5}\b/.test(folded) ||
    /\b\d{4} ?[a-z]{2}\b/.test(folded) ||
    /,? ?\d+( ?[a-z])?$/.test(folded) ||
    /,\s*\d/.test(folded)
  )
}
