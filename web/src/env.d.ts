// Modules that the build makes.
declare module 'virtual:antd.css'
