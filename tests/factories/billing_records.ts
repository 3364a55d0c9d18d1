import type { AltaContent, BillingSystem, Chained, PreviousRecord } from '#app/issuing/verifactu/record'
import type { Circumstances, GivenAlta, GivenDetail } from '#app/issuing/verifactu/rules/rule'
import { calendarDate } from '#app/kernel/time/calendar_date'

export const SYSTEM_DATA: BillingSystem = {
  NombreRazon: 'PRODUCTORA DE PRUEBA SL',
  NIF: 'B12345674',
  NombreSistemaInformatico: 'Caudal',
  IdSistemaInformatico: 'CA',
  Version: '0.1.0',
  NumeroInstalacion: 'CAUDAL-PRUEBA',
  TipoUsoPosibleSoloVerifactu: 'S',
  TipoUsoPosibleMultiOT: 'S',
  IndicadorMultiplesOT: 'N',
}

/** 21 % of a hundred euros. */
export const line = (changed: GivenDetail = {}): GivenDetail => ({
  Impuesto: '01',
  ClaveRegimen: '01',
  CalificacionOperacion: 'S1',
  TipoImpositivo: '21.00',
  BaseImponibleOimporteNoSujeto: '100.00',
  CuotaRepercutida: '21.00',
  ...changed,
})

/** Without rate and quota, qualified or exempt as told. */
export const untaxed = (changed: GivenDetail): GivenDetail => ({
  Impuesto: '01',
  ClaveRegimen: '01',
  BaseImponibleOimporteNoSujeto: '100.00',
  ...changed,
})

export const RECIPIENT = { NombreRazon: 'CLIENTE UNO SL', NIF: 'B90000019' }

/** A sound full invoice of 121,00 €. */
export const alta = (changed: Partial<AltaContent> = {}): AltaContent => ({
  IDFactura: {
    IDEmisorFactura: 'B12345674',
    NumSerieFactura: 'REF-2027-0001',
    FechaExpedicionFactura: '02-01-2027',
  },
  NombreRazonEmisor: 'EMISORA SL',
  TipoFactura: 'F1',
  DescripcionOperacion: 'Servicios centrales & otros',
  Destinatarios: [RECIPIENT],
  Desglose: [line() as AltaContent['Desglose'][number]],
  CuotaTotal: '21.00',
  ImporteTotal: '121.00',
  ...changed,
})

/** The same as it comes, which may lack or break anything. */
export const given = (changed: Partial<GivenAlta> = {}): GivenAlta => ({
  ...(alta() as GivenAlta),
  ...changed,
})

/** A simplified one. */
export const simplified = (changed: Partial<GivenAlta> = {}): GivenAlta => {
  const { Destinatarios: _, ...rest } = alta()
  return { ...(rest as GivenAlta), TipoFactura: 'F2', ...changed }
}

export const NOW: Circumstances = {
  today: calendarDate('2027-01-15'),
  now: new Date('2027-01-15T12:00:00+01:00'),
  headerNif: 'B12345674',
}

export const chained = (previous: PreviousRecord, hash: string): Chained => ({
  previous,
  system: SYSTEM_DATA,
  FechaHoraHusoGenRegistro: '2027-01-02T10:00:00+01:00',
  Huella: hash,
})
