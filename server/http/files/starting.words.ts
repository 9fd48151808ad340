/**
 * The page, in both languages, that browsers get while the server starts. It reloads itself without a script.
 */
export const startingPage = `<!doctype html>
<html lang="zh-CN">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta http-equiv="refresh" content="3">
<title>正在启动 · Starting</title>
<style>
  :root { color-scheme: light dark }
  body { font: 16px/1.6 system-ui, sans-serif; display: grid; place-content: center; min-height: 90vh; margin: 0 16px; text-align: center }
  h1 { font-size: 20px; margin: 0 }
  p { margin: 0 0 24px; opacity: .75 }
</style>
<h1>服务正在启动或维护</h1>
<p>此页面会自动刷新，请稍候。</p>
<div lang="en">
<h1>The service is starting or under maintenance</h1>
<p>This page reloads by itself. Please wait.</p>
</div>
`
