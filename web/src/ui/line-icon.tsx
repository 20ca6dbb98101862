// Renders an icon. The few that the sign-in page needs are here; the others (icons.tsx) load with the console.
export const FIRST_PATHS = {
  close: 'm5 5 10 10M15 5 5 15',
  eye: 'M2 10s3-5.5 8-5.5S18 10 18 10s-3 5.5-8 5.5S2 10 2 10Zm8 2.3a2.3 2.3 0 1 0 0-4.6 2.3 2.3 0 0 0 0 4.6Z',
  eyeOff: 'M2 10s3-5.5 8-5.5S18 10 18 10s-3 5.5-8 5.5S2 10 2 10Zm1 7L17 3',
} as const

export const LineIcon = ({ path, size = 18 }: { path: string; size?: number }) => (
  <svg className="icon" viewBox="0 0 20 20" width={size} height={size} aria-hidden="true">
    <path d={path} />
  </svg>
)
