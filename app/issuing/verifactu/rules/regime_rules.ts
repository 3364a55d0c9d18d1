import {
  type GivenDetail,
  isGiven,
  isIgic,
  isOneOf,
  isVat,
  type LineRule,
  recipientsOf,
} from '#app/issuing/verifactu/rules/rule'
import { basisPointsOf, dayOfText } from '#app/issuing/verifactu/rules/values'

const TWENTY_ONE = 2100

/** A line under a key of a regime of VAT or IGIC: IPSI has its own. */
const isUnder = (key: string, line: GivenDetail): boolean =>
  line.ClaveRegimen === key && (isVat(line) || isIgic(line))

const isRated = (line: GivenDetail, ...known: string[]): boolean => isOneOf(line.CalificacionOperacion, known)

/** What each special regime admits (validations 1.2.0, 3.1.3, 15: ClaveRegimen). */
export const REGIME_RULES: readonly LineRule[] = [
  { code: 1199, isBroken: (line) => isUnder('01', line) && isOneOf(line.OperacionExenta, ['E2', 'E3']) },
  { code: 1286, isBroken: (line) => isUnder('02', line) && !isGiven(line.OperacionExenta) },
  {
    code: 1200,
    isBroken: (line) => isUnder('03', line) && isGiven(line.CalificacionOperacion) && !isRated(line, 'S1'),
  },
  {
    code: 1201,
    isBroken: (line) => isUnder('04', line) && !isRated(line, 'S2') && !isGiven(line.OperacionExenta),
  },
  {
    code: 1202,
    isBroken: (line, { TipoFactura }) =>
      isUnder('06', line) && (isOneOf(TipoFactura, ['F2', 'F3', 'R5']) || !isGiven(line.BaseImponibleACoste)),
  },
  {
    code: 1203,
    isBroken: (line) =>
      isUnder('07', line) &&
      (isOneOf(line.OperacionExenta, ['E2', 'E3', 'E4', 'E5']) || isRated(line, 'S2', 'N1', 'N2')),
  },
  { code: 1252, isBroken: (line) => isUnder('08', line) && !isRated(line, 'N2') },
  {
    code: 1205,
    isBroken: (line, record) =>
      isUnder('10', line) &&
      (!isRated(line, 'N1') ||
        record.TipoFactura !== 'F1' ||
        recipientsOf(record).some(({ NIF }) => !isGiven(NIF))),
  },
  {
    code: 1206,
    isBroken: (line) =>
      line.ClaveRegimen === '11' &&
      isVat(line) &&
      isGiven(line.TipoImpositivo) &&
      isRated(line, 'S1') &&
      basisPointsOf(line.TipoImpositivo) !== TWENTY_ONE,
  },
  {
    code: 1147,
    isBroken: (line, { FechaOperacion, IDFactura }) =>
      isUnder('14', line) &&
      (dayOfText(FechaOperacion) ?? '') <= (dayOfText(IDFactura.FechaExpedicionFactura) ?? ''),
  },
  {
    code: 1148,
    isBroken: (line, { TipoFactura }) =>
      isUnder('14', line) && !isOneOf(TipoFactura, ['F1', 'R1', 'R2', 'R3', 'R4']),
  },
  {
    code: 1149,
    isBroken: (line, record) =>
      isUnder('14', line) && recipientsOf(record).some(({ NIF = '' }) => !/^[PQSV]/.test(NIF)),
  },
  { code: 1293, isBroken: (line) => isIgic(line) && line.ClaveRegimen === '20' && !isRated(line, 'N2') },
]
