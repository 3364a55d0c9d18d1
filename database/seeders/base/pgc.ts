type TemplateNode = {
  code: string
  name: string
  type: 'asset' | 'liability' | 'equity' | 'income' | 'expense'
  normal_side: 'D' | 'H'
  in_sme_plan: boolean
}

// Nodes whose nature differs from the rest of their group.
const LIABILITIES = /^(1[4-9]|40[0-6]|41|438|46[56]|475|476|477|479|485|499|50|51|52|55[06]|56[018])/
const ASSETS_IN_LIABILITY_GROUPS = /^(407|460)/
const NOT_IN_SME_PLAN = /^(102|111|115|13[3-6]|147|176|663|763)/

function typeOf(code: string): TemplateNode['type'] {
  if (code.startsWith('6')) return 'expense'
  if (code.startsWith('7')) return 'income'
  if (/^1[0-3]?/.test(code) && !LIABILITIES.test(code)) return 'equity'
  return LIABILITIES.test(code) && !ASSETS_IN_LIABILITY_GROUPS.test(code) ? 'liability' : 'asset'
}

/** Plan General de Contabilidad (RD 1514/2007, cuadro de cuentas); groups, three- and four-digit accounts. */
export const PGC: TemplateNode[] = `
1 Financiación básica
10 Capital
100 Capital social
101 Fondo social
102 Capital
103 Socios por desembolsos no exigidos
1030 Socios por desembolsos no exigidos, capital social
1034 Socios por desembolsos no exigidos, capital pendiente de inscripción
104 Socios por aportaciones no dinerarias pendientes
108 Acciones o participaciones propias en situaciones especiales
109 Acciones o participaciones propias para reducción de capital
11 Reservas y otros instrumentos de patrimonio
110 Prima de emisión o asunción
111 Otros instrumentos de patrimonio neto
112 Reserva legal
113 Reservas voluntarias
114 Reservas especiales
115 Reservas por pérdidas y ganancias actuariales y otros ajustes
118 Aportaciones de socios o propietarios
119 Diferencias por ajuste del capital a euros
12 Resultados pendientes de aplicación
120 Remanente
121 Resultados negativos de ejercicios anteriores
129 Resultado del ejercicio
13 Subvenciones, donaciones y ajustes por cambios de valor
130 Subvenciones oficiales de capital
131 Donaciones y legados de capital
132 Otras subvenciones, donaciones y legados
133 Ajustes por valoración en activos financieros a valor razonable
134 Operaciones de cobertura
135 Diferencias de conversión
136 Ajustes por valoración en activos no corrientes mantenidos para la venta
137 Ingresos fiscales a distribuir en varios ejercicios
14 Provisiones
140 Provisión por retribuciones a largo plazo al personal
141 Provisión para impuestos
142 Provisión para otras responsabilidades
143 Provisión por desmantelamiento, retiro o rehabilitación del inmovilizado
145 Provisión para actuaciones medioambientales
146 Provisión para reestructuraciones
147 Provisión por transacciones con pagos basados en instrumentos de patrimonio
15 Deudas a largo plazo con características especiales
150 Acciones o participaciones a largo plazo consideradas como pasivos financieros
153 Desembolsos no exigidos por acciones o participaciones consideradas como pasivos financieros
154 Aportaciones no dinerarias pendientes por acciones consideradas como pasivos financieros
16 Deudas a largo plazo con partes vinculadas
160 Deudas a largo plazo con entidades de crédito vinculadas
161 Proveedores de inmovilizado a largo plazo, partes vinculadas
162 Acreedores por arrendamiento financiero a largo plazo, partes vinculadas
163 Otras deudas a largo plazo con partes vinculadas
1633 Otras deudas a largo plazo, empresas del grupo
1634 Otras deudas a largo plazo, empresas asociadas
1635 Otras deudas a largo plazo, con otras partes vinculadas
17 Deudas a largo plazo por préstamos recibidos, empréstitos y otros conceptos
170 Deudas a largo plazo con entidades de crédito
171 Deudas a largo plazo
172 Deudas a largo plazo transformables en subvenciones, donaciones y legados
173 Proveedores de inmovilizado a largo plazo
174 Acreedores por arrendamiento financiero a largo plazo
175 Efectos a pagar a largo plazo
176 Pasivos por derivados financieros a largo plazo
177 Obligaciones y bonos
179 Deudas representadas en otros valores negociables
18 Pasivos por fianzas, garantías y otros conceptos a largo plazo
180 Fianzas recibidas a largo plazo
181 Anticipos recibidos por ventas o prestaciones de servicios a largo plazo
185 Depósitos recibidos a largo plazo
189 Garantías financieras a largo plazo
19 Situaciones transitorias de financiación
190 Acciones o participaciones emitidas
192 Suscriptores de acciones
194 Capital emitido pendiente de inscripción
2 Activo no corriente
20 Inmovilizaciones intangibles
200 Investigación
201 Desarrollo
202 Concesiones administrativas
203 Propiedad industrial
204 Fondo de comercio
205 Derechos de traspaso
206 Aplicaciones informáticas
209 Anticipos para inmovilizaciones intangibles
21 Inmovilizaciones materiales
210 Terrenos y bienes naturales
211 Construcciones
212 Instalaciones técnicas
213 Maquinaria
214 Utillaje
215 Otras instalaciones
216 Mobiliario
217 Equipos para procesos de información
218 Elementos de transporte
219 Otro inmovilizado material
22 Inversiones inmobiliarias
220 Inversiones en terrenos y bienes naturales
221 Inversiones en construcciones
23 Inmovilizaciones materiales en curso
230 Adaptación de terrenos y bienes naturales
231 Construcciones en curso
232 Instalaciones técnicas en montaje
233 Maquinaria en montaje
237 Equipos para procesos de información en montaje
239 Anticipos para inmovilizaciones materiales
24 Inversiones financieras a largo plazo en partes vinculadas
240 Participaciones a largo plazo en partes vinculadas
2403 Participaciones a largo plazo en empresas del grupo
2404 Participaciones a largo plazo en empresas asociadas
2405 Participaciones a largo plazo en otras partes vinculadas
241 Valores representativos de deuda a largo plazo de partes vinculadas
242 Créditos a largo plazo a partes vinculadas
2423 Créditos a largo plazo a empresas del grupo
2424 Créditos a largo plazo a empresas asociadas
2425 Créditos a largo plazo a otras partes vinculadas
249 Desembolsos pendientes sobre participaciones a largo plazo en partes vinculadas
25 Otras inversiones financieras a largo plazo
250 Inversiones financieras a largo plazo en instrumentos de patrimonio
251 Valores representativos de deuda a largo plazo
252 Créditos a largo plazo
253 Créditos a largo plazo por enajenación de inmovilizado
254 Créditos a largo plazo al personal
255 Activos por derivados financieros a largo plazo
258 Imposiciones a largo plazo
259 Desembolsos pendientes sobre participaciones en el patrimonio neto a largo plazo
26 Fianzas y depósitos constituidos a largo plazo
260 Fianzas constituidas a largo plazo
265 Depósitos constituidos a largo plazo
28 Amortización acumulada del inmovilizado
280 Amortización acumulada del inmovilizado intangible
281 Amortización acumulada del inmovilizado material
282 Amortización acumulada de las inversiones inmobiliarias
29 Deterioro de valor de activos no corrientes
290 Deterioro de valor del inmovilizado intangible
291 Deterioro de valor del inmovilizado material
292 Deterioro de valor de las inversiones inmobiliarias
293 Deterioro de valor de participaciones a largo plazo
294 Deterioro de valor de valores representativos de deuda a largo plazo de partes vinculadas
295 Deterioro de valor de créditos a largo plazo a partes vinculadas
297 Deterioro de valor de valores representativos de deuda a largo plazo
298 Deterioro de valor de créditos a largo plazo
3 Existencias
30 Comerciales
300 Mercaderías
31 Materias primas
310 Materias primas
32 Otros aprovisionamientos
320 Elementos y conjuntos incorporables
321 Combustibles
322 Repuestos
325 Materiales diversos
326 Embalajes
327 Envases
328 Material de oficina
33 Productos en curso
330 Productos en curso
34 Productos semiterminados
340 Productos semiterminados
35 Productos terminados
350 Productos terminados
36 Subproductos, residuos y materiales recuperados
360 Subproductos
365 Residuos
368 Materiales recuperados
39 Deterioro de valor de las existencias
390 Deterioro de valor de las mercaderías
391 Deterioro de valor de las materias primas
392 Deterioro de valor de otros aprovisionamientos
4 Acreedores y deudores por operaciones comerciales
40 Proveedores
400 Proveedores
4000 Proveedores (euros)
4004 Proveedores (moneda extranjera)
4009 Proveedores, facturas pendientes de recibir o de formalizar
401 Proveedores, efectos comerciales a pagar
403 Proveedores, empresas del grupo
404 Proveedores, empresas asociadas
405 Proveedores, otras partes vinculadas
406 Envases y embalajes a devolver a proveedores
407 Anticipos a proveedores
41 Acreedores varios
410 Acreedores por prestaciones de servicios
411 Acreedores, efectos comerciales a pagar
419 Acreedores por operaciones en común
43 Clientes
430 Clientes
4300 Clientes (euros)
4304 Clientes (moneda extranjera)
4309 Clientes, facturas pendientes de formalizar
431 Clientes, efectos comerciales a cobrar
432 Clientes, operaciones de factoring
433 Clientes, empresas del grupo
434 Clientes, empresas asociadas
435 Clientes, otras partes vinculadas
436 Clientes de dudoso cobro
437 Envases y embalajes a devolver por clientes
438 Anticipos de clientes
44 Deudores varios
440 Deudores
441 Deudores, efectos comerciales a cobrar
446 Deudores de dudoso cobro
449 Deudores por operaciones en común
46 Personal
460 Anticipos de remuneraciones
465 Remuneraciones pendientes de pago
4650 Remuneraciones pendientes de pago, nóminas
4651 Remuneraciones pendientes de pago, notas de gastos
466 Remuneraciones mediante sistemas de aportación definida pendientes de pago
47 Administraciones públicas
470 Hacienda Pública, deudora por diversos conceptos
4700 Hacienda Pública, deudora por IVA
4707 Hacienda Pública, deudora por IGIC
4708 Hacienda Pública, deudora por subvenciones concedidas
4709 Hacienda Pública, deudora por devolución de impuestos
471 Organismos de la Seguridad Social, deudores
472 Hacienda Pública, IVA soportado
473 Hacienda Pública, retenciones y pagos a cuenta
474 Activos por impuesto diferido
4740 Activos por diferencias temporarias deducibles
4742 Derechos por deducciones y bonificaciones pendientes de aplicar
4745 Crédito por pérdidas a compensar del ejercicio
475 Hacienda Pública, acreedora por conceptos fiscales
4750 Hacienda Pública, acreedora por IVA
4751 Hacienda Pública, acreedora por retenciones practicadas
4752 Hacienda Pública, acreedora por impuesto sobre sociedades
4757 Hacienda Pública, acreedora por IGIC
4758 Hacienda Pública, acreedora por subvenciones a reintegrar
476 Organismos de la Seguridad Social, acreedores
477 Hacienda Pública, IVA repercutido
479 Pasivos por diferencias temporarias imponibles
48 Ajustes por periodificación
480 Gastos anticipados
485 Ingresos anticipados
49 Deterioro de valor de créditos comerciales y provisiones a corto plazo
490 Deterioro de valor de créditos por operaciones comerciales
493 Deterioro de valor de créditos por operaciones comerciales con partes vinculadas
499 Provisiones por operaciones comerciales
5 Cuentas financieras
50 Empréstitos, deudas con características especiales y otras emisiones análogas a corto plazo
500 Obligaciones y bonos a corto plazo
505 Deudas representadas en otros valores negociables a corto plazo
506 Intereses a corto plazo de empréstitos y otras emisiones análogas
51 Deudas a corto plazo con partes vinculadas
510 Deudas a corto plazo con entidades de crédito vinculadas
511 Proveedores de inmovilizado a corto plazo, partes vinculadas
512 Acreedores por arrendamiento financiero a corto plazo, partes vinculadas
513 Otras deudas a corto plazo con partes vinculadas
5133 Otras deudas a corto plazo con empresas del grupo
5134 Otras deudas a corto plazo con empresas asociadas
5135 Otras deudas a corto plazo con otras partes vinculadas
514 Intereses a corto plazo de deudas con partes vinculadas
5143 Intereses a corto plazo de deudas, empresas del grupo
5144 Intereses a corto plazo de deudas, empresas asociadas
5145 Intereses a corto plazo de deudas, otras partes vinculadas
52 Deudas a corto plazo por préstamos recibidos y otros conceptos
520 Deudas a corto plazo con entidades de crédito
5200 Préstamos a corto plazo de entidades de crédito
5201 Deudas a corto plazo por crédito dispuesto
5208 Deudas por efectos descontados
521 Deudas a corto plazo
522 Deudas a corto plazo transformables en subvenciones, donaciones y legados
523 Proveedores de inmovilizado a corto plazo
524 Acreedores por arrendamiento financiero a corto plazo
525 Efectos a pagar a corto plazo
526 Dividendo activo a pagar
527 Intereses a corto plazo de deudas con entidades de crédito
528 Intereses a corto plazo de deudas
529 Provisiones a corto plazo
5290 Provisión a corto plazo por retribuciones al personal
5292 Provisión a corto plazo para otras responsabilidades
53 Inversiones financieras a corto plazo en partes vinculadas
530 Participaciones a corto plazo en partes vinculadas
531 Valores representativos de deuda a corto plazo de partes vinculadas
532 Créditos a corto plazo a partes vinculadas
5323 Créditos a corto plazo a empresas del grupo
5324 Créditos a corto plazo a empresas asociadas
5325 Créditos a corto plazo a otras partes vinculadas
533 Intereses a corto plazo de valores de deuda de partes vinculadas
534 Intereses a corto plazo de créditos a partes vinculadas
5343 Intereses a corto plazo de créditos a empresas del grupo
5344 Intereses a corto plazo de créditos a empresas asociadas
5345 Intereses a corto plazo de créditos a otras partes vinculadas
535 Dividendo a cobrar de inversiones financieras en partes vinculadas
54 Otras inversiones financieras a corto plazo
540 Inversiones financieras a corto plazo en instrumentos de patrimonio
541 Valores representativos de deuda a corto plazo
542 Créditos a corto plazo
543 Créditos a corto plazo por enajenación de inmovilizado
544 Créditos a corto plazo al personal
545 Dividendo a cobrar
546 Intereses a corto plazo de valores representativos de deuda
547 Intereses a corto plazo de créditos
548 Imposiciones a corto plazo
55 Otras cuentas no bancarias
550 Titular de la explotación
551 Cuenta corriente con socios y administradores
552 Cuenta corriente con otras personas y entidades vinculadas
5523 Cuenta corriente con empresas del grupo
5524 Cuenta corriente con empresas asociadas
5525 Cuenta corriente con otras partes vinculadas
553 Cuentas corrientes en fusiones y escisiones
554 Cuenta corriente con uniones temporales de empresas y comunidades de bienes
555 Partidas pendientes de aplicación
5550 Pagos en curso
5559 Partidas pendientes de identificar
556 Desembolsos exigidos sobre participaciones en el patrimonio neto
557 Dividendo activo a cuenta
558 Socios por desembolsos exigidos
559 Derivados financieros a corto plazo
56 Fianzas y depósitos recibidos y constituidos a corto plazo y ajustes por periodificación
560 Fianzas recibidas a corto plazo
561 Depósitos recibidos a corto plazo
565 Fianzas constituidas a corto plazo
566 Depósitos constituidos a corto plazo
567 Intereses pagados por anticipado
568 Intereses cobrados por anticipado
57 Tesorería
570 Caja, euros
571 Caja, moneda extranjera
572 Bancos e instituciones de crédito c/c vista, euros
5720 Monederos y pasarelas de pago
5729 Transferencias internas en tránsito
573 Bancos e instituciones de crédito c/c vista, moneda extranjera
574 Bancos e instituciones de crédito, cuentas de ahorro, euros
575 Bancos e instituciones de crédito, cuentas de ahorro, moneda extranjera
576 Inversiones a corto plazo de gran liquidez
58 Activos no corrientes mantenidos para la venta y activos y pasivos asociados
580 Inmovilizado
59 Deterioro del valor de inversiones financieras a corto plazo
593 Deterioro de valor de participaciones a corto plazo en partes vinculadas
595 Deterioro de valor de créditos a corto plazo a partes vinculadas
598 Deterioro de valor de créditos a corto plazo
6 Compras y gastos
60 Compras
600 Compras de mercaderías
601 Compras de materias primas
602 Compras de otros aprovisionamientos
606 Descuentos sobre compras por pronto pago
607 Trabajos realizados por otras empresas
608 Devoluciones de compras y operaciones similares
609 Rappels por compras
61 Variación de existencias
610 Variación de existencias de mercaderías
611 Variación de existencias de materias primas
612 Variación de existencias de otros aprovisionamientos
62 Servicios exteriores
620 Gastos en investigación y desarrollo del ejercicio
621 Arrendamientos y cánones
622 Reparaciones y conservación
623 Servicios de profesionales independientes
624 Transportes
625 Primas de seguros
626 Servicios bancarios y similares
627 Publicidad, propaganda y relaciones públicas
628 Suministros
629 Otros servicios
63 Tributos
630 Impuesto sobre beneficios
6300 Impuesto corriente
6301 Impuesto diferido
631 Otros tributos
633 Ajustes negativos en la imposición sobre beneficios
634 Ajustes negativos en la imposición indirecta
636 Devolución de impuestos
638 Ajustes positivos en la imposición sobre beneficios
639 Ajustes positivos en la imposición indirecta
64 Gastos de personal
640 Sueldos y salarios
641 Indemnizaciones
642 Seguridad Social a cargo de la empresa
643 Retribuciones a largo plazo mediante sistemas de aportación definida
649 Otros gastos sociales
65 Otros gastos de gestión
650 Pérdidas de créditos comerciales incobrables
651 Resultados de operaciones en común
659 Otras pérdidas en gestión corriente
66 Gastos financieros
660 Gastos financieros por actualización de provisiones
661 Intereses de obligaciones y bonos
662 Intereses de deudas
6620 Intereses de deudas, empresas del grupo
6621 Intereses de deudas, empresas asociadas
6622 Intereses de deudas, otras partes vinculadas
6623 Intereses de deudas con entidades de crédito
6624 Intereses de deudas, otras empresas
663 Pérdidas por valoración de instrumentos financieros por su valor razonable
665 Intereses por descuento de efectos y operaciones de factoring
666 Pérdidas en participaciones y valores representativos de deuda
667 Pérdidas de créditos no comerciales
668 Diferencias negativas de cambio
669 Otros gastos financieros
67 Pérdidas procedentes de activos no corrientes y gastos excepcionales
670 Pérdidas procedentes del inmovilizado intangible
671 Pérdidas procedentes del inmovilizado material
672 Pérdidas procedentes de las inversiones inmobiliarias
678 Gastos excepcionales
68 Dotaciones para amortizaciones
680 Amortización del inmovilizado intangible
681 Amortización del inmovilizado material
682 Amortización de las inversiones inmobiliarias
69 Pérdidas por deterioro y otras dotaciones
690 Pérdidas por deterioro del inmovilizado intangible
691 Pérdidas por deterioro del inmovilizado material
693 Pérdidas por deterioro de existencias
694 Pérdidas por deterioro de créditos por operaciones comerciales
695 Dotación a la provisión por operaciones comerciales
696 Pérdidas por deterioro de participaciones y valores a largo plazo
697 Pérdidas por deterioro de créditos a largo plazo
7 Ventas e ingresos
70 Ventas de mercaderías, de producción propia, de servicios, etc.
700 Ventas de mercaderías
701 Ventas de productos terminados
702 Ventas de productos semiterminados
703 Ventas de subproductos y residuos
704 Ventas de envases y embalajes
705 Prestaciones de servicios
706 Descuentos sobre ventas por pronto pago
708 Devoluciones de ventas y operaciones similares
709 Rappels sobre ventas
71 Variación de existencias
710 Variación de existencias de productos en curso
712 Variación de existencias de productos terminados
73 Trabajos realizados para la empresa
730 Trabajos realizados para el inmovilizado intangible
731 Trabajos realizados para el inmovilizado material
74 Subvenciones, donaciones y legados
740 Subvenciones, donaciones y legados a la explotación
746 Subvenciones, donaciones y legados de capital transferidos al resultado del ejercicio
75 Otros ingresos de gestión
751 Resultados de operaciones en común
752 Ingresos por arrendamientos
753 Ingresos de propiedad industrial cedida en explotación
754 Ingresos por comisiones
755 Ingresos por servicios al personal
759 Ingresos por servicios diversos
76 Ingresos financieros
760 Ingresos de participaciones en instrumentos de patrimonio
761 Ingresos de valores representativos de deuda
762 Ingresos de créditos
7620 Ingresos de créditos a largo plazo
7621 Ingresos de créditos a corto plazo
763 Beneficios por valoración de instrumentos financieros por su valor razonable
766 Beneficios en participaciones y valores representativos de deuda
768 Diferencias positivas de cambio
769 Otros ingresos financieros
77 Beneficios procedentes de activos no corrientes e ingresos excepcionales
770 Beneficios procedentes del inmovilizado intangible
771 Beneficios procedentes del inmovilizado material
772 Beneficios procedentes de las inversiones inmobiliarias
778 Ingresos excepcionales
79 Excesos y aplicaciones de provisiones y de pérdidas por deterioro
790 Reversión del deterioro del inmovilizado intangible
791 Reversión del deterioro del inmovilizado material
793 Reversión del deterioro de existencias
794 Reversión del deterioro de créditos por operaciones comerciales
795 Exceso de provisiones
7952 Exceso de provisión para otras responsabilidades
796 Reversión del deterioro de participaciones y valores a largo plazo
797 Reversión del deterioro de créditos a largo plazo`
  .trim()
  .split('\n')
  .map((line) => {
    const code = line.slice(0, line.indexOf(' '))
    const type = typeOf(code)
    const normal_side = type === 'asset' || type === 'expense' ? 'D' : 'H'
    return {
      code,
      name: line.slice(code.length + 1),
      type,
      normal_side,
      in_sme_plan: !NOT_IN_SME_PLAN.test(code),
    }
  })
