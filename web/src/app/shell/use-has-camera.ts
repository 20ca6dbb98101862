// Whether the device has a camera. Where nobody may ask, as without HTTPS, a finger stands for a phone, whose camera
// the browser opens by itself for a photo.
import { useEffect, useState } from 'react'
import { useMedia } from '../../lib/use-media.ts'

export const useHasCamera = (): boolean => {
  const isTouch = useMedia('(pointer: coarse)')
  const [isFound, find] = useState(false)
  useEffect(() => {
    let here = true
    void navigator.mediaDevices
      ?.enumerateDevices()
      .then((devices) => here && find(devices.some(({ kind }) => kind === 'videoinput')))
      .catch(() => {})
    return () => {
      here = false
    }
  }, [])
  return isFound || isTouch
}
