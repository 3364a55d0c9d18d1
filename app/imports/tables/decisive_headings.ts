/** Headings of columns that change what a row means, folded: whether it happened, which way it went, what it cost. */
export const decisiveHeadings = {
  sign:
    'signo,dh,hd,dc,cd,sh,hs,d h,h d,clave,clave d h,clave dh,clave debe haber,tipo d h,tipo dh,indicador d h,indicador dh,ind d h,cod d h,codigo d h,debe o haber,cargo o abono,a c,c a,c d,deure haver,cdtdbtind,signo del importe,signe,vorzeichen,segno,sinal,zeinua,debe haber,d c,c d,s h,h s,soll haben,cargo abono,abono cargo,signo importe,sentido,sign,direction,direccion,debit credit,' +
    'credit debit,debito credito,dr cr,cr dr,af bij,bij af,in out,entrada salida,ingreso gasto,naturaleza,dare avere,debit credit indicator,' +
    'credit debit indicator,credito debito,sens',
  fee:
    'fee,fees,comision,comisiones,comision eur,gastos bancarios,source fee amount,transaction fee,gebuhr,gebuhren,frais,commissione,commissioni,comissao,comissoes,comissio,comissions,komisioa,komisioak,kosten,spesen,spese,commission,commissions,' +
    'gastos operacion,gastos de la operacion,gastos transferencia,gastos de transferencia,gastos y comisiones,comisiones y gastos,service charge,bank charges,bank charge,charges,fee amount,importe comision,despeses,despesas',
  state:
    'state,status,estado,situacion,estado operacion,estado de la operacion,estado movimiento,estado del movimiento,estado transaccion,transaction status,' +
    'transaction state,payment status,estat,statut,etat,zustand,stato,situacao,situacao da operacao,toestand,buchungsstatus,stan',
  currency:
    'moneda,divisa,currency,iso,cod divisa,codigo divisa,cod moneda,codigo moneda,moneda importe,divisa importe,waehrung,wahrung,devise,valuta,moeda,ccy',
} as const

const folded = (name: keyof typeof decisiveHeadings): ReadonlySet<string> =>
  new Set(decisiveHeadings[name].split(','))

export const isSignHeading = (heading: string): boolean => folded('sign').has(heading)
export const isFeeHeading = (heading: string): boolean => folded('fee').has(heading)
export const isCurrencyHeading = (heading: string): boolean => folded('currency').has(heading)
export const isStateHeading = (heading: string): boolean => folded('state').has(heading)
