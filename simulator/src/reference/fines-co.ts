// Reference: Colombian fines and transit bodies. Amounts are pesos of 2026 (category B 337,400; C 633,200; D
// 1,266,100). Source: Resolución 3027/2010 codes and the 2026 tables in UVB; transit body id = DIVIPOLA municipality
// code + 000.

export const finesCo = [
  {
    code: 'C29',
    text: 'Conducir un vehículo a velocidad superior a la máxima permitida.',
    cop2026: 633200,
    camera: true,
  },
  { code: 'C02', text: 'Estacionar un vehículo en sitios prohibidos.', cop2026: 633200, camera: false },
  { code: 'C14', text: 'Transitar por sitios restringidos o en horas prohibidas.', cop2026: 633200, camera: true },
  { code: 'C31', text: 'No acatar las señales o requerimientos de tránsito.', cop2026: 633200, camera: false },
  {
    code: 'C35',
    text: 'No realizar la revisión técnico-mecánica en el plazo legal establecido.',
    cop2026: 633200,
    camera: true,
  },
  { code: 'B01', text: 'Conducir un vehículo sin llevar consigo la licencia.', cop2026: 337400, camera: false },
  { code: 'D02', text: 'Conducir sin portar los seguros ordenados por la ley.', cop2026: 1266100, camera: true },
  { code: 'D04', text: 'No detenerse ante una luz roja o una señal de PARE.', cop2026: 1266100, camera: true },
] as const

/** UVB by year, to convert an amount of 2026 to another year. */
const uvb: Readonly<Record<number, number>> = { 2024: 10951, 2025: 11552, 2026: 12110 }

/** A 2026 amount in the pesos of another year, rounded to hundreds like the tables. */
export function copIn(year: number, cop2026: number): number {
  const factor = (uvb[Math.min(2026, Math.max(2024, year))] ?? 12110) / 12110
  return Math.round((cop2026 * factor) / 100) * 100
}

export const transitBodies = [
  { id: '25612000', name: 'Ricaurte', departmentId: 25, department: 'Cundinamarca' },
  { id: '11001000', name: 'Bogotá D.C.', departmentId: 11, department: 'Bogotá D.C.' },
  { id: '05001000', name: 'Medellín', departmentId: 5, department: 'Antioquia' },
  { id: '76001000', name: 'Cali', departmentId: 76, department: 'Valle del Cauca' },
  { id: '08001000', name: 'Barranquilla', departmentId: 8, department: 'Atlántico' },
] as const
