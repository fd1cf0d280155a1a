/* Says before the login that a browser is too old. Written for the oldest of them: no module, no new syntax. */
(function () {
  var css = window.CSS;
  // :is() came with Chrome and Edge 88, Firefox 78 and Safari 14: what the pages are built for.
  if (css && css.supports && css.supports('selector(:is(a))')) return;
  function say() {
    var box = document.createElement('div');
    box.id = 'too-old';
    box.setAttribute('role', 'alert');
    box.style.cssText =
      'position:fixed;left:0;top:0;right:0;bottom:0;z-index:9999;background:#fff;color:#222;font:18px/1.8 sans-serif;padding:80px 40px;text-align:center';
    box.innerHTML =
      '您的浏览器版本太旧，打不开本平台。<br>请使用 Chrome 或 Edge 88 以上的版本（Windows 7 可装到 109），' +
      '<br>或 360、QQ 等国产浏览器的最新版，并切换到“极速模式”，再打开本页。';
    document.body.appendChild(box);
  }
  if (document.body) say();
  else document.addEventListener('DOMContentLoaded', say);
})();
